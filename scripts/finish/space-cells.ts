/**
 * A blank between the cells of a row and the terms of a list: where the text search shows a line of a page, their words
 * would stand as one.
 */
export const spaceCells = (html: string): string => html.replace(/<\/(t[dh]|d[td])>(?=<(?:t[dh]|d[td])\b)/g, '</$1> ')
