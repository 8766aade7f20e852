import Type, { type Static } from 'typebox'
import { CHANGE_EVENTS, SHOWING_EVENTS } from '../../values/change-events'
import { COUNTRIES } from '../../values/country'
import { JOB_WITH_STATUS_EXAMPLE, JobWithStatus } from './job'
import { component } from './job-parts'

const sequenceNumber = (description: string) =>
  Type.Unsafe<bigint>({ type: 'integer', format: 'int64', minimum: 0, description })

const SHOWING = new Intl.ListFormat('en-GB').format(SHOWING_EVENTS.map((event) => `\`${event}\``))

const EXAMPLE = {
  seq: 90_210,
  event: 'updated',
  job_id: JOB_WITH_STATUS_EXAMPLE.id,
  occurred_at: '2026-11-20T15:02:44Z',
  changed: ['salary'],
  job: { ...JOB_WITH_STATUS_EXAMPLE, date_modified: '2026-11-20T15:02:44Z' },
}

export const Change = component(
  'Change',
  'An entry of the change log: what happened to a job, and the job as it is now.',
  {
    seq: sequenceNumber(
      'Number of the event in its country, ascending. Numbers are left out where the catalogue was restored, or where later events of the same job make events needless.',
    ),
    event: Type.Enum(CHANGE_EVENTS, {
      description: '`expired`: removed by the employer, or closed. `excluded`: not in the country.',
    }),
    job_id: sequenceNumber('Id of the job.'),
    occurred_at: Type.String({ format: 'date-time', description: 'When it happened.' }),
    changed: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description:
        'Names of the changed fields of an `updated` event, none when an archive did not tell them; null for the other events.',
    }),
    job: Type.Union([JobWithStatus, Type.Null()], {
      description: `The job as it is now, for ${SHOWING}; null for the other events.`,
    }),
  },
  EXAMPLE,
)

export const ChangesPage = component(
  'ChangesPage',
  'A page of the change log, and where the next one begins.',
  {
    country: Type.Enum(COUNTRIES, { description: 'Country view.' }),
    events: Type.Array(Change),
    next_since: sequenceNumber('The checkpoint to store and to send as `since`.'),
    latest_seq: sequenceNumber('Number of the last event of the country.'),
    more: Type.Boolean({ description: 'Whether events remain.' }),
  },
  { country: 'CA', events: [EXAMPLE], next_since: 90_210, latest_seq: 90_210, more: false },
)

export type ChangesPage = Static<typeof ChangesPage>
