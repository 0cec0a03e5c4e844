/** How texts are rendered. A highlighter's style attributes would break the policy: code in texts stays plain. */
export const markdownSettings = { syntaxHighlight: false } as const
