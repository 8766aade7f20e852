import { errorCode } from '../../catalogue/database/client/database-error'
import { CommandError } from '../terminal/command'

export interface Listening {
  /** The setting of the port. */
  setting: 'PORT' | 'METRICS_PORT'
  host: string
  port: number
  /** Who may have the port already. */
  owner?: string
}

/** Starts a server. Throws a `CommandError` that names the setting when the address is taken or is not of this machine. */
export function listening<Server>(
  { setting, host, port, owner = 'another process' }: Listening,
  start: () => Server,
): Server {
  try {
    return start()
  } catch (error) {
    switch (errorCode(error)) {
      case 'EADDRINUSE': {
        const other = port < 65_535 ? port + 1 : port - 1
        throw new CommandError(
          `port ${port} is taken by ${owner}; set ${setting}, such as ${setting}=${other}`,
        )
      }
      case 'EADDRNOTAVAIL':
      case 'EINVAL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
      case 'ENOTSUP':
        throw new CommandError(
          `HOST: '${host}' is no address of this machine; set one, such as HOST=127.0.0.1 or HOST=0.0.0.0`,
        )
      case 'EACCES':
        throw new CommandError(`${setting}: port ${port} needs privileges; set one above 1023`)
      default:
        throw error
    }
  }
}
