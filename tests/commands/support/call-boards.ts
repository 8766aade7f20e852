import type { Sites } from '../../collect/find/sites'
import { callCommand } from '../../support/run-command'

/** Runs `boards` with its requests sent to the sites of a test. */
export async function callBoards(sites: Sites, args: readonly string[]) {
  const env = { COLLECT_CONTACT: 'jobs@example.com', COLLECT_REPLAY_URL: sites.serverUrl }
  const { output, errors, status } = await callCommand('boards.ts', args, { url: sites.url, env })
  return { output: output.trim().split('\n'), errors, status }
}
