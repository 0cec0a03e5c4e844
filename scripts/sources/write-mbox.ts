import { binaryToBytes, bytesToBinary } from '../../src/mail/binary-text.ts'

/** Raw mails as one mboxrd (mbox(5)): `From ` lines get one `>` more, an empty line ends each message. */
export function joinMbox(mails: Uint8Array[]): Uint8Array {
  const pieces = mails.map((mail) => {
    const binary = bytesToBinary(mail).replace(/^(>*From )/gm, '>$1')
    return `From mboxrd@z Thu Jan  1 00:00:00 1970\n${binary}${binary.endsWith('\n') ? '' : '\n'}\n`
  })
  return binaryToBytes(pieces.join(''))
}
