import { getCollection } from 'astro:content'

/** The stories in plain prose, rendered, by slug: for the build, which takes this file away. */
export async function GET(): Promise<Response> {
  const stories = (await getCollection('stories')).flatMap(({ id, rendered }) =>
    rendered ? [[id, rendered.html]] : [],
  )
  return new Response(JSON.stringify(Object.fromEntries(stories)))
}
