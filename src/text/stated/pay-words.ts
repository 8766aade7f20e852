/** A word of the alternatives, as a whole. */
export function words(alternatives: string, flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`, flags)
}

/** The nouns of pay. A rate or a range is pay behind a word that tells so. */
export const PAY_NOUNS =
  'salar(?:y|ies)|pay|compensation|comp|wages?|remuneration|' +
  '(?:hourly|daily|day|weekly|monthly|pay|starting|base|contract)(?: base)? rates?|payrates?|rates? of pay|' +
  '(?:rates?|taux)(?= ?:)|hourly(?= ?:)|' +
  '(?:hourly|annual|hiring)(?: base)? ranges?|' +
  'salaires?|salariale?s?|rémunération|taux (?:horaire|journalier)|traitement|paie'

/** A salary is for a year unless another period is said. */
export const SALARY_NOUNS = 'salar(?:y|ies)|salaires?|salariale?s?'

/** Words at the left end of the name of a noun of pay. */
export const DETERMINERS = set(
  'the,this,that,these,our,your,its,their,his,her,a,an,any,all,in,of,for,with,at,as,is,are,be,and,or,plus,on,to,from,' +
    'about,offer,offers,offered,offering,provide,provides,providing,include,includes,including,earn,receive,' +
    'le,la,les,un,une,de,du,des,notre,votre,ce,cette,et,en,au,avec,offrons,selon',
)

/** With these, the noun names the least or the most of the pay. */
export const BOUNDS: ReadonlyMap<string, 'least' | 'most'> = new Map([
  ['minimum', 'least'],
  ['min', 'least'],
  ['lowest', 'least'],
  ['maximum', 'most'],
  ['max', 'most'],
  ['highest', 'most'],
  ['top', 'most'],
])

/** With these, the noun names another kind of pay, or the pay of other people. */
export const OTHER_PAY = set(
  'on-call,oncall,call,call-back,callback,standby,stand-by,hazard,danger,hardship,holiday,vacation,sick,bilingual,' +
    'severance,training,living,prevailing,statutory,overtime,double,premium,bonus,incentive,retention,referral,shift,' +
    'differential,weekend,night,evening,jury,parental,maternity,paternity,military,bereavement,leave,termination,back,' +
    'retro,merit,variable,commission,equity,sign-on,signing,tuition,stipend,travel,mileage,longevity,gap,average,median,' +
    'mean,previous,prior,other,supplemental,supplementary,additional,extra,client,clients,customer,customers,final,' +
    'take-home,disability,completion,profit,performance,piece,team,desired,recommended,competitor,exam,show-up,tool,' +
    'bill,billing,interest,mortgage,rental,room,group,exchange',
)

/** Nouns behind a noun of pay that make it another thing: `salary threshold`, `pay adjustments`. */
export const OTHER_NOUNS = new RegExp(
  '^[ -](?:thresholds?|claims?|adjustments?|increases?|raises?|advances?|deductions?|surveys?|software|disputes?|changes?|' +
    'increments?|supplements?|replacement|continuation|protection|subsid(?:y|ies)|premiums?|caps?|guides?|reviews?|' +
    'calculators?|parity|equity|mix|period|stubs?|cheques?|checks?|days?|loss(?:es)?|garnishments?)(?!\\p{L})',
  'iu',
)

/** Pay that is never read, and money that is no pay. */
export const NEVER = words(
  'OTE|on[- ]target|target earnings|earnings?|at plan|variable|' +
    'total (?!base)(?:\\p{L}+ )?(?:compensation|comp|cash|pay|rewards?|remuneration)|rémunération globale|' +
    'stipends?|sign[- ]?on|signing|relocation|referrals?|tuition|reimburse\\p{L}*|allowances?|budgets?|' +
    'revenues?|ARR|ACV|quotas?|funding|raised|bonus(?:es)?|commissions?|incentives?|equity|' +
    'stocks?|shares?|options?|RSUs?|tips?|primes?|pourboires?|actions|' +
    'average|median|previous|last hire|customers?|clients?|premiums?|' +
    'overtime|differential|per diem|insurance|similar|comparable|industry|in this field|Indeed|Glassdoor|examples?|credits?|discounts?|donations?',
)

/** Words after amounts, or in the line above, that make them more than a salary. */
export const TOTALS = words(
  'OTE|(?:client|bill(?:ing)?) rate|for (?:the|your) first(?! (?:\\p{L}+ )?years?(?!\\p{L}))|tax(?:able|[- ]free)|non-?tax(?:ed|able)|' +
    '(?:bonus(?:es)?|commissions?|incentives?|tips|primes?|pourboires) (?:(?:is|are) )?(?:included|comprise?s?|incluse?s?)|' +
    'on[- ]target|target earnings|at plan|total (?!base)(?:\\p{L}+ )?(?:compensation|comp|cash|earnings)',
)

/** Nouns behind an unlabelled amount that make it another thing than pay. */
export const OTHER_MONEY = words(
  'average|median|ACV|ARR|deals?|quotas?|revenues?|budgets?|contracts?|customers?|clients?|' +
    'relocation|support|assistance|stipends?|allowances?|tuition|housing',
)

/** Parts that an amount of pay may include, and then is no salary. */
export const PARTS =
  'bonus(?:es)?|commissions?|incentives?|variable|tips|overtime|equity|stock|primes?|pourboires|' +
  '(?:housing|meals?|lodging|M&IE)(?: (?:and|&) [\\p{L}&]+)? (?:stipends?|allowances?)'

function set(list: string): ReadonlySet<string> {
  return new Set(list.split(','))
}
