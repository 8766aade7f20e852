import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../package.json'

const ROOT = join(import.meta.dir, '..')
const read = async (file: string) => Bun.YAML.parse(await Bun.file(join(ROOT, file)).text())

test('compose.yaml names the image of this version, under any name', async () => {
  expect(await read('compose.yaml')).toMatchObject({
    'x-catalogue': { image: `\${IMAGE:-job-catalogue}:${version}` },
  })
})

test('a release is tested before its image is published, for both architectures', async () => {
  const { jobs } = (await read('.github/workflows/image.yml')) as {
    jobs: Record<string, { needs?: string; if?: string; steps: { with?: object; run?: string }[] }>
  }
  expect(jobs.test?.steps.map(({ run }) => run)).toContain('.ci/run')
  expect(jobs.publish).toMatchObject({ needs: 'test', if: expect.stringContaining('refs/tags/v') })
  expect(jobs.publish?.steps.at(-1)?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    push: true,
    tags: expect.stringContaining(':latest'),
  })
})
