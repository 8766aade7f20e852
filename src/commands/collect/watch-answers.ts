import type { SentRequest } from '../../collect/http/client'

/** Hosts that may be away at once while the network is there. */
const SILENT_HOSTS = 3

/** Calls `onSilence` once, when `SILENT_HOSTS` hosts were asked and none has answered: it may be the network that is away. */
export function watchAnswers(onSilence: () => void): (request: SentRequest) => void {
  const silent = new Set<string>()
  let isOver = false
  return ({ host, status }) => {
    if (isOver) return
    silent.add(host)
    isOver = status !== undefined || silent.size === SILENT_HOSTS
    if (isOver && status === undefined) onSilence()
  }
}
