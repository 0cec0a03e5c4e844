/** The exact values of both themes: the single source of tokens.css and of the contrast test. */
export const themes = {
  light: {
    paper: '#fdfdfb',
    sunk: '#f4f4f1',
    ink: '#16191d',
    'ink-2': '#4c525a',
    'ink-3': '#60676f',
    rule: '#d9dbdc',
    'rule-2': '#858c93',
    link: '#0a4c8f',
    mark: '#fff0b3',
    'read-fill': '#dbe8f5',
    'read-line': '#2a69a4',
    'read-text': '#16191d',
    'flags-fill': '#b5dccf',
    'flags-line': '#17695a',
    'flags-text': '#16191d',
    'counter-fill': '#dcae3c',
    'counter-line': '#7d5c00',
    'counter-text': '#16191d',
    'write-fill': '#a63f0b',
    'write-line': '#a63f0b',
    'write-text': '#ffffff',
    'lock-fill': '#4a2d82',
    'lock-line': '#4a2d82',
    'lock-text': '#ffffff',
    'norole-fill': '#fdfdfb',
    'norole-line': '#5f666e',
    'norole-text': '#16191d',
    unknown: '#c9cdd0',
    hole: '#858c93',
    shared: '#b5123b',
    better: '#0b5aa8',
    worse: '#a63f0b',
    none: '#5a6169',
    claim: '#60676f',
    'code-key': '#0a4480',
    'code-type': '#4a2d82',
    'code-text': '#5d3a00',
    'code-note': '#474d55',
    'add-bg': '#e3f1ea',
    'add-word': '#b5dcc8',
    'del-bg': '#fae8e2',
    'del-word': '#f0c3b3',
    'move-bg': '#e9eef6',
    'heat-1': '#eef3f8',
    'heat-2': '#cfdfee',
    'heat-3': '#9fc0de',
    'heat-4': '#2a69a4',
    'heat-4-text': '#ffffff',
  },
  dark: {
    paper: '#14171a',
    sunk: '#1c2024',
    ink: '#e5e7e9',
    'ink-2': '#adb4bb',
    'ink-3': '#929aa2',
    rule: '#32383e',
    'rule-2': '#737b83',
    link: '#8dbbec',
    mark: '#4a3f12',
    'read-fill': '#1d334a',
    'read-line': '#71a5d8',
    'read-text': '#e5e7e9',
    'flags-fill': '#25594d',
    'flags-line': '#58b8a2',
    'flags-text': '#e5e7e9',
    'counter-fill': '#76590f',
    'counter-line': '#d9b44a',
    'counter-text': '#ffffff',
    'write-fill': '#f08f58',
    'write-line': '#f08f58',
    'write-text': '#14171a',
    'lock-fill': '#b9a0f2',
    'lock-line': '#b9a0f2',
    'lock-text': '#14171a',
    'norole-fill': '#14171a',
    'norole-line': '#98a0a8',
    'norole-text': '#e5e7e9',
    unknown: '#3d444a',
    hole: '#7b838b',
    shared: '#ff8098',
    better: '#7fb8f5',
    worse: '#f39a66',
    none: '#a5adb5',
    claim: '#929aa2',
    'code-key': '#a9cbf2',
    'code-type': '#d0c2f9',
    'code-text': '#e8c48f',
    'code-note': '#c2c8ce',
    'add-bg': '#15291f',
    'add-word': '#23553c',
    'del-bg': '#331d16',
    'del-word': '#6b3421',
    'move-bg': '#1c2632',
    'heat-1': '#1a222a',
    'heat-2': '#22374b',
    'heat-3': '#2f557a',
    'heat-4': '#8dbbec',
    'heat-4-text': '#14171a',
  },
} as const
export type TokenName = keyof (typeof themes)['light']

const declare = (theme: Record<string, string>, indent: string): string =>
  Object.entries(theme)
    .map(([key, value]) => `${indent}--${key}: ${value};\n`)
    .join('')

/**
 * The text of tokens.css: custom properties, light by default, dark by preference, either one by `data-theme`;
 * print is always light.
 */
export function tokensCss(): string {
  const { light, dark } = themes
  return `/* Made from tokens.ts; UPDATE_GOLDEN=1 writes it again. Light by default, dark by preference, either by data-theme. */
:root {
  color-scheme: light dark;
${declare(light, '  ')}}
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
${declare(dark, '    ')}  }
}
@media screen {
  :root[data-theme="dark"] {
${declare(dark, '    ')}  }
}
`
}
