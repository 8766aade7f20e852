import { describe, expect, test } from 'bun:test'
import { serverSettings, settingArguments } from '../../src/embedded-postgres/server-settings'

const GB = 1024 ** 3

function settings(memoryBytes: number, isDurable = true) {
  return serverSettings({ memoryBytes, isDurable, socketDirectories: ['/tmp/a', '/tmp/a/,b'] })
}

describe('memory', () => {
  test.each([
    [GB / 4, '64MB', '64MB', '4MB', '1024MB'],
    [16 * GB, '4096MB', '1024MB', '32MB', '4096MB'],
    [512 * GB, '8192MB', '1024MB', '64MB', '4096MB'],
  ])('of %d bytes is shared out', (bytes, buffers, maintenance, work, wal) => {
    expect(settings(bytes)).toMatchObject({
      shared_buffers: buffers,
      maintenance_work_mem: maintenance,
      work_mem: work,
      max_wal_size: wal,
    })
  })
})

test('only test servers give up durability', () => {
  expect(settings(GB)).not.toHaveProperty('fsync')
  expect(settings(GB)).not.toHaveProperty('synchronous_commit')
  expect(settings(GB, false)).toMatchObject({ fsync: 'off', synchronous_commit: 'off' })
})

test('socket directories may contain commas', () => {
  expect(settings(GB).unix_socket_directories).toBe('"/tmp/a","/tmp/a/,b"')
})

test('settings are converted to arguments', () => {
  expect(settingArguments({ jit: 'off', port: '5432' })).toEqual([
    '-c',
    'jit=off',
    '-c',
    'port=5432',
  ])
})
