import packageJson from '../../../package.json'
import { type ClientOptions, HttpClient } from '../../collect/http/client'
import { SYSTEM_TIME } from '../../collect/pace/time'
import type { Config } from '../../service/config'
import { CommandError } from '../terminal/command'

export function requireContact({ collectContact }: Config): void {
  if (collectContact !== undefined) return
  throw new CommandError(
    'set COLLECT_CONTACT to a mail address or a web page; vendors see it in each request',
  )
}

/** The client of the collector's requests, which name the operator. */
export function openClient(
  config: Config,
  options: Pick<ClientOptions, 'vendors' | 'signal' | 'onRequest'>,
): HttpClient {
  const { publicUrl, collectContact } = config
  const service = publicUrl === undefined ? '' : `+${publicUrl}; `
  return new HttpClient({
    time: SYSTEM_TIME,
    userAgent: `job-catalogue/${packageJson.version} (${service}${collectContact})`,
    replayUrl: config.collectReplayUrl,
    ...options,
  })
}
