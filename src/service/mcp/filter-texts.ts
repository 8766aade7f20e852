import type { filterParameters } from './filters'

/** What a language model reads of the filters: it knows no other document. */
export const FILTER_TEXTS: Readonly<Record<keyof typeof filterParameters, string>> = {
  title:
    'Words of the job title; all must be there. `nurse OR rn` is either, `"truck driver"` a phrase, `-senior` leaves out, `weld*` matches beginnings. Begin with one or two words; a job title, not a sentence.',
  description:
    'Words anywhere in title, employer or description; syntax as in `title`. Wider than `title`: use it for skills (`python sql`) and benefits, and add `title` to stay on the kind of job.',
  location:
    'A city, region or country: `Toronto, Ontario`, `Texas`, `Ontario OR Quebec`. Several places with OR. Remote jobs are found by `remote`, not here. There are no distances: name each city.',
  country: 'Both countries by default: ["CA"] Canada, ["US"] the United States.',
  organization:
    'Exact names of employers, as list_employers returns them; upper and lower case matter. If unsure, use `organization_advanced`.',
  exclude_organization: 'Exact names of employers to leave out. Jobs without an employer stay.',
  organization_advanced:
    "Words of the employer's name, any case: `health | hospital` is either, `bank & !staffing` leaves out.",
  employment_type:
    'One or more of the listed kinds. Many postings state none and are not found with this filter.',
  remote:
    'true: only jobs that the employer marks as remote; false: all others. Hybrid jobs are not remote: see `work_arrangement`.',
  work_arrangement:
    'One or more of the listed arrangements, as the posting states it: ["hybrid"], or ["remote", "hybrid"] for both. Many postings state none and are not found with this filter.',
  has_salary:
    'true: only jobs with published pay; false: only jobs without. For a least amount use `pay_at_least`.',
  pay_at_least:
    'Least pay as an amount in `pay_unit`, such as 45 with HOUR or 80000 with YEAR. Compared with the highest amount that the posting publishes; never converted between units or currencies, so ask again with another unit for more. Jobs without published pay are left out.',
  pay_unit: 'The unit of `pay_at_least` and of `sort` by pay; needed with both.',
  pay_currency:
    'The currency of `pay_at_least` and of `sort` by pay; without it CAD for Canada, USD for the United States.',
  date_posted_gte:
    'The employer posted it at or after this date or instant in UTC: `2026-01-31` or `2026-01-31T12:00:00Z`. Jobs without a date are left out, so prefer `date_created_gte` for "new this week".',
  date_posted_lt: 'Posted before this date or instant in UTC. Jobs without a date are left out.',
  date_created_gte:
    'First seen in this catalogue at or after this date or instant in UTC: `2026-01-31`. Every job has one.',
  date_created_lt: 'First seen in this catalogue before this date or instant in UTC.',
}
