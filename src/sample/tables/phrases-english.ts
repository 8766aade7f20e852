/** What postings say whatever the job. Slots in braces; `CA|` or `US|` keeps a phrase to one country. */

export const HEADINGS = {
  about: ['About us', 'Who we are', 'About {employer}', 'Our story', 'About the organization'],
  role: ['The opportunity', 'The role', 'About the role', 'Position summary', 'Your next chapter'],
  duties: [
    'What you will do',
    'What you’ll do',
    'Responsibilities',
    'Key responsibilities',
    'A day in the role',
    'Duties',
  ],
  skills: [
    'What you bring',
    'Qualifications',
    'What we are looking for',
    'Requirements',
    'About you',
    'Skills & experience',
  ],
  offer: [
    'Pay and benefits',
    'What we offer',
    'Compensation & benefits',
    'Why join us',
    'Perks & benefits',
  ],
  equal: ['Equal opportunity', 'Diversity & inclusion', 'Our commitment', 'Accessibility'],
  notice: ['Please note', 'Working conditions', 'Additional information', 'The fine print'],
  apply: ['How to apply', 'Next steps', 'Ready to apply?'],
}

export const ROLE = [
  'We are looking for {a role} to join our team in {city}.',
  'As {a role} you will be part of a team of {team size} and report to {person}, {lead title}.',
  '-Volunteer|A colleague is about to retire after {long years} with us and will be there to hand over the work.',
  'You will join a group that has worked together for a long time and that welcomes new ideas.',
  'The work is varied: no two weeks are alike, and you will see the result of what you do.',
  'You will be based at {number} {street}, close to transit and parking.',
  'If you like responsibility, clear goals and colleagues who help each other, we would like to hear from you.',
  'We need {a role} who takes pride in doing things properly.',
  'In your first {days} days you will meet every team that depends on yours.',
  'This is a hands-on role for someone who would rather solve a problem than forward it.',
  'You will have a mentor from day one and real responsibility soon after.',
  'Our {department} group is small, experienced and generous with what it knows.',
  '-Volunteer|We are expanding in {city} and are hiring for several openings.',
  'The team works closely with colleagues across the organization, so there is always somebody to ask.',
  'People tend to stay with us, and those who leave often come back.',
  'You will be trusted to organise your own day and supported when it does not go to plan.',
  'We care more about how you work with others than about a perfect resume.',
  'This is a good first step into the field, and an equally good next one.',
  'Expect a friendly team, honest feedback and work that matters to people in {city}.',
]

export const REMOTE_ROLE = [
  'This is a remote role for candidates in {country}; we meet in person {few} times a year.',
  'You may work from anywhere in {country}, with core hours from 10 to 3 Eastern time.',
]

export const HYBRID_ROLE = [
  'This is a hybrid role: {few} days a week in our {city} office, the rest where you work best.',
  'We work together on site on Tuesdays and Thursdays and flexibly on the other days.',
]

export const DUTIES = [
  'Follow health and safety policies and report hazards as soon as you see them.',
  'Take part in team meetings and in training.',
  'Help with other duties as needed.',
  '-Volunteer|Contribute to the {coined} improvement project, which runs until the end of the year.',
  'Share what you know with new colleagues.',
  'Represent our values in everything that you do.',
  'Keep your work area clean and your records complete.',
  'Suggest better ways of doing things, and try them.',
  'Let your supervisor know early when something is in the way.',
  'Respect the privacy of clients and colleagues.',
]

export const SKILLS = [
  'Good communication skills, in person and in writing.',
  'Dependable, organised and open to feedback.',
  'Legally entitled to work in {country}.',
  'You treat people with respect, whoever they are.',
  'Able to work on your own as well as in a team.',
  'CA|Knowledge of French is an asset.',
  'US|Spanish is a plus.',
  'A sense of humour on a busy day.',
  'Willing to learn, and to say when you do not know.',
]

export const PAY_SENTENCES = {
  one: [
    'The pay for this position is {pay}.',
    'Starting pay: {pay}.',
    'We offer {pay}, reviewed every year.',
  ],
  range: [
    'The pay for this position is {pay}, depending on experience.',
    'Pay range: {pay}.',
    'We offer {pay}, reviewed every year.',
    'The expected range is {pay}. Where an offer falls depends on skills, experience and internal equity.',
  ],
}

export const OFFER = [
  'CA -Volunteer|Extended health, dental and vision benefits from the first day.',
  'CA -Volunteer -#city -#school -#college -#hospital|RRSP matching up to {small percent}% of pay.',
  'CA|{weeks} weeks of vacation to start, plus the days between the holidays.',
  'US|Medical, dental and vision coverage after {days} days.',
  'CA #city #school #college #hospital|Defined-benefit pension plan.',
  'US #city #school|Enrolment in the state retirement system.',
  'US -Volunteer -#city|401(k) with a company match of up to {small percent}%.',
  'US|{pto} days of paid time off in the first year, and paid holidays.',
  'US|Tuition reimbursement of up to {budget} a year.',
  '#software #consulting #engineering #science #bank #hospital|A development budget of {budget} a year.',
  'Paid training from your first day.',
  'Employee and family assistance program.',
  '#retail #grocery #restaurant #hotel #telecom|Staff discount, for your family too.',
  'Referral bonuses of {allowance}.',
  'Parental leave top-up.',
  'Free parking, and secure storage for bicycles.',
  '-#software -#consulting -#engineering -#bank -#office|A predictable schedule, posted {few} weeks ahead.',
  'Real opportunities to grow: last year {percent}% of our openings were filled from within.',
  '#retail #grocery #restaurant #hotel #freight #facilities #contractor #builder #factory|Uniform and equipment provided.',
  'Wellness allowance of {allowance} a year.',
  '-#city -#school -#college -#charity -#hospital|Profit sharing after one year of service.',
  'A mentor, {person}, during your first months.',
]

export const EQUAL = [
  '{employer} is an equal opportunity employer. We consider every qualified applicant without regard to race, {colour}, religion, sex, gender identity, sexual orientation, national origin, age, disability or any other protected ground.',
  'We welcome applications from everyone and want our teams to reflect the communities that we serve.',
  'CA|Accommodation is available on request at every stage of the selection process.',
  'CA|We encourage applications from Indigenous peoples, racialized people, persons with disabilities and women.',
  'US|Reasonable accommodation is available to applicants with disabilities, as the law requires.',
  'US|{employer} takes part in E-Verify and considers applicants with criminal histories consistent with local law.',
  'US|Veterans and military spouses are encouraged to apply.',
  'If you need an adjustment to take part in an interview, tell us and we will arrange it.',
]

export const APPLY = [
  'Apply online with your resume and, if you wish, a short cover letter quoting reference {reference}.',
  'We review applications as they arrive, and reply to everyone.',
  'Questions? Ask for {person}, {lead title}.',
  'Only candidates selected for an interview will be contacted.',
  'The process: a call, a conversation with the team, and a decision within {weeks} weeks.',
  'This position will remain open until filled.',
]

export const UPDATES = [
  'Update: interviews begin in {few} weeks and will be held at {number} {street}.',
  'Update: a second opening has been added to this posting.',
  'Please note that the start date has moved to the first Monday of next month.',
  'Applicants who applied before need not apply again.',
  'New: a signing bonus of {bonus} is available for this position.',
]

export const LEAD_TITLES = ['Team Lead', 'Operations Manager', 'Supervisor', 'Area Manager']

/** Longer passages that some employers add to every posting. */
export const NOTICES = [
  'An offer is conditional on references, proof of credentials and, where the position requires it, a background check. We ask for these only after a conversation with you, and we explain the result if it changes anything.',
  'We never ask candidates for money, gift cards or banking details. If you receive such a request in our name, do not answer it, and let us know at {employer} so that we can warn others.',
  'Your application is kept for one year and read only by the people involved in hiring. You may ask to see it, correct it or have it deleted at any time by writing to {person}.',
  '-Volunteer|This description outlines the general nature of the work. It is not a complete list of duties, and it may change as the needs of the {department} group change; we would talk with you first.',
  'CA|This posting is for an existing vacancy. We do not use automated tools to screen, assess or select applicants; each application is read by {person} or a member of the team.',
  'CA|We acknowledge that our offices stand on lands that Indigenous peoples have cared for over many generations, and we are grateful to live and work here.',
  'US|Pay may differ by location. In addition to base pay, eligible employees may receive overtime, shift premiums or an annual bonus under the {coined} plan, which is described in the offer.',
  'US|The physical demands described here are representative of those needed to perform the essential functions of this job. Reasonable accommodation may be made to enable individuals with disabilities to perform them.',
  'US|We participate in federal, state and local programs that support fair-chance hiring. A record does not exclude anyone from consideration by itself.',
  '#hospital #care #clinic|Vaccination against certain diseases is a condition of employment, subject to medical and religious exemptions. Occupational health at {number} {street} arranges appointments and records.',
  '#freight #builder #contractor #resources #factory|Safety-sensitive positions involve work at height, around moving equipment or in noise. Protective equipment is provided and its use is not negotiable; training takes place at {number} {street}.',
  'Orientation takes place on the first Monday of each month at {number} {street}. Your schedule, equipment and access are ready when you arrive, and {person} will show you around.',
]
