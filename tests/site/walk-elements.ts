import type { DefaultTreeAdapterTypes } from 'parse5'

/** An element as a browser reads it: names with their prefix (`xlink:href`), attributes in order. */
export type PlainElement = {
  tag: string
  attributes: [name: string, value: string][]
  parent: string
  line: number | undefined
}

/** Every element of a parsed page, in no set order, templates' contents too. */
export function* walkElements(page: DefaultTreeAdapterTypes.Node): Generator<PlainElement> {
  const open: { node: DefaultTreeAdapterTypes.Node; parent: string }[] = [{ node: page, parent: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next
    const tag = 'tagName' in node ? node.tagName : ''
    if ('tagName' in node)
      yield {
        tag,
        attributes: node.attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]),
        parent,
        line: node.sourceCodeLocation?.startLine,
      }
    if ('childNodes' in node) for (const child of node.childNodes) open.push({ node: child, parent: tag || parent })
    if ('content' in node) open.push({ node: node.content, parent: tag })
  }
}
