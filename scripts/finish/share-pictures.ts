import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { siteName, siteSays } from '../../src/layouts/site-name.ts'
import type { CaseRecord } from '../../src/model/case.ts'
import type { Faces, Glyph } from '../../src/render/glyph-text.ts'
import { createPainter, type Drawing } from '../../src/render/picture-paint.ts'
import { drawCasePicture, drawSitePicture } from '../../src/render/share-picture.ts'
import { themes } from '../../src/styles/tokens.ts'
import { type CaseEntry, readProjects } from '../read-content.ts'
import { encodePng } from './png-file.ts'

/** Counted up when the same drawing is painted otherwise. */
const PAINTED = 1
const face = z.record(z.string(), z.tuple([z.number(), z.string()]))
const facesSchema = z.object({ text: face, strong: face, code: face })

/**
 * The outlines of the site's faces: taken from public/fonts at weights 400 and 600, in font units, under the fonts'
 * licence (public/fonts/OFL.txt). They are taken again when the fonts change.
 */
export function readFaces(): Faces {
  const file = path.join(import.meta.dirname, 'glyphs.json')
  const { text, strong, code } = facesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const toMap = (glyphs: Record<string, [number, string]>): ReadonlyMap<string, Glyph> =>
    new Map(Object.entries(glyphs))
  return { text: toMap(text), strong: toMap(strong), code: toMap(code) }
}

/** Painted pictures by the hash of what they show, kept between builds. */
function openCache(folder: string): (drawing: Drawing, paint: () => Buffer) => Buffer {
  mkdirSync(folder, { recursive: true })
  return (drawing, paint) => {
    const name = createHash('sha256')
      .update(`${PAINTED}\n${JSON.stringify(drawing)}`)
      .digest('hex')
      .slice(0, 32)
    const file = path.join(folder, `${name}.png`)
    if (existsSync(file)) return readFileSync(file)
    const picture = paint()
    // Renamed into place: a build that is cut off leaves no half picture behind.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, picture)
    renameSync(draft, file)
    return picture
  }
}

export type PictureSource = {
  records: readonly CaseRecord[]
  /** Names of projects by id. */
  projects: ReadonlyMap<string, string>
  /** How much there is: `532 cases from 25 projects`. */
  counts: string
}

/** Writes `cases/<slug>.png` for each case and `picture.png` for every other page; gives back how many were painted. */
export function writeSharePictures(
  { records, projects, counts }: PictureSource,
  { outDir, cacheDir }: { outDir: string; cacheDir: string },
): number {
  const faces = readFaces()
  const painter = createPainter(faces, themes.light)
  const cached = openCache(path.join(cacheDir, 'pictures'))
  let painted = 0
  const write = (name: string, drawing: Drawing): void => {
    const picture = cached(drawing, () => {
      painted += 1
      return encodePng(painter(drawing))
    })
    const file = path.join(outDir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, picture)
  }
  write('picture.png', drawSitePicture(faces, siteName, siteSays, counts))
  for (const record of records)
    write(
      `cases/${record.slug}.png`,
      drawCasePicture(record, faces, siteName, projects.get(record.project ?? '') ?? ''),
    )
  return painted
}

/** {@link writeSharePictures} for the cases of a content folder. */
export function writeSitePictures(
  contentDir: string,
  entries: readonly CaseEntry[],
  folders: { outDir: string; cacheDir: string },
): number {
  const counted = entries.filter(({ frontMatter }) => frontMatter.leaveOut !== true)
  const projectCount = new Set(counted.map(({ record }) => record.project).filter((project) => project !== null)).size
  const source = {
    records: entries.map(({ record }) => record),
    projects: new Map(readProjects(contentDir).value.map(({ id, name }) => [id, name])),
    counts: `${counted.length} cases from ${projectCount} projects`,
  }
  return writeSharePictures(source, folders)
}
