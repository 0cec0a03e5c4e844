import { diffPath, type FileDiff } from '../model/diff.ts'
import { sha1 } from '../text/sha1.ts'
