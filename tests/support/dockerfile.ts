/** A stage of a Dockerfile: its instructions in order, each with what follows its word. */
export interface Stage {
  image: string
  name: string | undefined
  instructions: { word: string; rest: string }[]
}

/** Reads the form of Dockerfile that ours has: one instruction a line, no heredocs. Throws on anything else. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (word === 'FROM') stages.push(readFrom(rest))
    else if (KNOWN.has(word)) stages.at(-1)?.instructions.push({ word, rest })
    else throw new Error(`not an instruction: ${line}`)
  }
  return stages
}

const KNOWN = new Set([
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'EXPOSE',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'CMD',
])

function readFrom(rest: string): Stage {
  const [, image = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
  return { image, name, instructions: [] }
}
