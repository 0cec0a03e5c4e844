/** In place of iconv-lite in browsers: what they know themselves (TextDecoder) is enough there. */
export default {
  encodingExists: (_name: string): boolean => false,
  decode: (bytes: Uint8Array, _name: string): string => new TextDecoder('windows-1252').decode(bytes),
}
