import { spawn } from 'bun'

/**
 * `bun audit` as a step of `bun run check`: known weaknesses of the dependencies fail it. A registry that cannot be
 * reached, or that like many mirrors knows of none, is said and fails nothing, for a check must run without a network.
 */
const audit = spawn([process.execPath, 'audit'], { stdio: ['ignore', 'pipe', 'pipe'] })
const [report, issue] = await Promise.all([
  new Response(audit.stdout).text(),
  new Response(audit.stderr).text(),
])
const unanswered = /^error: POST \S+ - (.+)$/m.exec(issue)?.[1]
if (unanswered === undefined) {
  process.stdout.write(report)
  process.stderr.write(issue)
  process.exitCode = await audit.exited
} else {
  console.log(`audit: the registry gives no advisories (${unanswered}), so nothing was audited`)
}
