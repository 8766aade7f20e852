import { STATED_FIELDS, statedFields, withStated } from '../../../text/stated/stated-fields'
import type { Country } from '../../../values/country'
import type { JobContent } from '../../resources/job'
import {
  type ContentTexts,
  contentTexts,
  documentHead,
  documentTail,
} from '../../resources/job-document'
import { storedWords, withoutWords, withWords } from '../job/stated-words'
import { exactSourceFields } from '../line/line-json'
import { changedFields } from '../write/change-log'

/** A job and its document, as stored. */
export interface StoredJob {
  id: bigint
  country: Country
  dateCreated: Date
  head: string
  tail: string
  descriptionText: string
  sourceFields: string
  /** Whether its posting has no active job in the other country. */
  isOnlyCountry: boolean
}

/** What the catalogue assigns comes with the content. */
type StoredContent = JobContent & { id: number; date_created: string }

/** A job with other stated fields than those stored. */
export interface FilledJob {
  id: bigint
  content: JobContent
  texts: ContentTexts
  head: string
  tail: string
  /** Names of fields. */
  changed: string[]
}

/** The job as this version reads its title and text; undefined when that changes nothing. */
export function fillJob(job: StoredJob, payFromText: boolean): FilledJob | undefined {
  const { id, country, dateCreated, descriptionText, sourceFields, isOnlyCountry } = job
  const {
    id: _id,
    date_created: _created,
    ...stored
  }: StoredContent = JSON.parse(`${job.head}${job.tail}}`)
  const words = storedWords(sourceFields)
  const published = { ...stored }
  for (const field of STATED_FIELDS) if (words.has(field)) published[field] = null
  const stated = statedFields(published, {
    text: JSON.parse(descriptionText) ?? '',
    places: {
      country,
      regions: (stored.regions_derived ?? []).filter((region) => region !== null),
      isOnlyCountry,
    },
    payFromText,
  })
  const content = withStated(published, stated)
  const fields = exactSourceFields(`{"source_fields":${sourceFields}}`, JSON.parse(sourceFields))
  const texts = {
    ...contentTexts(content, { text: null, html: null }, withWords(withoutWords(fields), stated)),
    descriptionText,
    descriptionHtml: '',
  }
  const changed = changedFields({ ...job, jobId: id, descriptionHtml: '' }, texts, dateCreated)
  if (changed.length === 0) return undefined
  const head = documentHead(texts, id, dateCreated)
  return { id, content, texts, head, tail: documentTail(texts), changed }
}
