/** Words that follow "struct" in prose and name none: "the struct is", "a struct hole", "struct layout". */
const words = new Set(
  'a an the this that these which it its itself and or but of is are was were be been being has have had will would can could may in into on onto to from for by at as with without than so then now before after holes hole size sizes layout alignment padding member members field fields pointer pointers definition contents object objects remains remained stays stay stayed keeps grows grew grow shrinks shrank shrink changes changed change becomes fits fit spans contains holds takes goes gets starts begins ends does did do not only also slightly still already up down bigger larger smaller'.split(
    ' ',
  ),
)

/** True where a word behind "struct" can be its name. */
export const isStructName = (word: string): boolean => word.includes('_') || !words.has(word.toLowerCase())
