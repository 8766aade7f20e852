const JOB = '(?:role|position|job|opportunity|internship|posting|assignment|vacancy)'
const DEGREE =
  '(?:(?:fully|entirely|completely|strictly|exclusively|100 ?%|full[- ]time|part[- ]time|permanent|regular|temporary|contract|exempt|salaried|hourly|entry[- ]level),? )*'
const WORK =
  '(remote|telework|home-based|work[- ]from[- ]home|virtual|hybrid(?: (?:remote|on-?site|in-office))?|on-?site|on site|in-office|in-person|in person)'
/** The same behind a verb of work. */
const WHERE = '(remotely|hybrid|from home|on-?site|on site|in[- ]office|in person)'
/** Words between a verb and its arrangement, such as `full-time, salaried and`. */
const BETWEEN =
  '(?:(?!(?:not|no|never|or|either|both|for|of|to|with|on|in|an?|our|your|the|managing|supporting|responsible|remote|hybrid)(?!\\p{L}))[\\p{L}\\d%-]+,? ){0,5}'
const SUBJECT = `(?:(?:this|the|our|your) (?:[\\p{L}&/-]+ ){0,3})?`
const TRAVAIL =
  '((?:télétravail )?hybride|en personne|à distance|(?:en )?télétravail|(?:en )?présentiel|sur place)'

/**
 * The beginning of a sentence:
 *
 *     sentence = [ lead ] ( "this is a" degree work job | "this" job "is" degree work [ job ] | "this" job "follows a" work "schedule"
 *              | work job | "hybrid" ":" days | "you will work" how | the same in French ) following
 */
export const FORMS: readonly RegExp[] = [
  `(?:this|it|here) is (?:currently )?an? ${DEGREE}${WORK},? ${DEGREE}${JOB}`,
  `(?:this|our) ${DEGREE}(?!hybrid(?![^.]*(?:office|on-?site|home|days|remote)))${WORK},? ${DEGREE}${JOB}(?= (?:is|will|has|reports|requires|offers|may|supports|works|pays)(?!\\p{L}))`,
  `(?:work|${SUBJECT}${JOB}) (?:is|are|will be)(?: an?| considered| designated(?: as)?| classified as)? ${BETWEEN}${WORK}(?: (?:${JOB}|basis))?`,
  `${SUBJECT}${JOB} (?:follows|has|offers|operates (?:on|in|under)|works(?: (?:on|in|under))?|requires|uses|provides) (?:an? )?${DEGREE}${WORK}(?: work(?:ing|place)?)? (?:schedule|model|arrangement|work ?week|environment|setup|presence|attendance|work)`,
  `(?:we|the \\p{L}+) offers? an? ${WORK} work(?:ing)? (?:schedule|model|arrangement) for this ${JOB}`,
  `${DEGREE}${WORK} (?:${JOB}|work(?:ing)? (?:environment|schedule|model|arrangement)|(?:schedule|model))`,
  `${DEGREE}(on-?site|on site|in[- ]office|in[- ]person)(?=,? \\(?(?:5|6|five|six) ?(?:days|x))`,
  '(hybrid)(?=:? \\(?\\d ?(?:-|to)? ?\\d?(?: days?|x)|: [^.:]*(?:office|home|days?|remote))',
  `you (?:will|would|'ll) (?:join|work)[^,;:]{0,20} in an? ${WORK} (?:capacity|model|arrangement)`,
  `(?:you|the (?:incumbent|candidate|employee)) (?:will|'ll|must) work ${BETWEEN}${WHERE}(?=$|[.,;(]| (?:from|in|at|full|five|5|\\d)(?!\\p{L}))`,
  `(?:(?:all|the|this) )?(?:work|${SUBJECT}${JOB}) (?:is (?:performed|done|carried out|worked)|works) ${BETWEEN}${WHERE}`,
  `(?:ce|le|notre|il s'agit d'un) (?:poste|emploi|travail|stage)(?: (?:est|sera|s'effectue|se fait|s'exerce))?(?: (?!(?:pas|non|peut|ou)(?!\\p{L}))[\\p{L}\\d%]+){0,4}? ${TRAVAIL}`,
  `(?:poste|emploi|travail|mode(?: de travail)?)(?: (?:entièrement|à 100 ?%|100 ?%|en mode))* ${TRAVAIL}`,
  `(télétravail hybride)`,
  `(?:100 ?%|fully|entirely) ${WORK} work`,
  `(?:100 ?%|fully|entirely) ${WORK}(?=\\.?$)`,
  `(?:all|you) (?:are|will be) expected to work ${BETWEEN}${WHERE}(?=\\.?$| (?:full|five|5|every)(?!\\p{L}))`,
  `(?:(?:full[- ]time|part[- ]time|permanent|contract|temporary),? )+${WORK}(?=\\.?$)`,
  `(?:the|this) (?!(?:team|company|staff|department|group)(?!\\p{L}))(?:[\\p{L}-]+ ){1,4}works ${BETWEEN}${WHERE}(?= (?:from|in|at)(?!\\p{L}))`,
].map((form) => new RegExp(`^${form}`, 'iu'))
