import type { AstroComponentFactory } from 'astro/runtime/server/index.js'
import Sketch from './Sketch.astro'
import Case from './story/Case.astro'
import Diff from './story/Diff.astro'
import Fact from './story/Fact.astro'
import Layout from './story/Layout.astro'
import Message from './story/Message.astro'
import Results from './story/Results.astro'

/** The components a story may use without importing them. */
export const storyComponents: Record<string, AstroComponentFactory> = {
  Case,
  Diff,
  Fact,
  Layout,
  Message,
  Results,
  Sketch,
}
