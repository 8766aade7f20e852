import type { Answer } from './sites'

/** A site written as those of employers are, with the boards that it has. */
export interface WrittenSite {
  domain: string
  answers: Readonly<Record<string, Answer>>
  /** None: a site without a board that is the employer's. */
  boards: readonly string[]
}

const NAVIGATION = `<nav><a href="/">Home</a><a href="/about-us">About us</a><a href="/products">Products</a>
  <a href="/news/2026/03/how-we-hire-better">How we hire better</a><a href="mailto:hello@site.example">Write to us</a></nav>`
const FOOTER = `<footer><a href="https://www.linkedin.com/company/site">LinkedIn</a><a href="/privacy">Privacy</a>
  <script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><p>© 2026. All rights reserved.
  We make things with care for people in many places, and have done so for a long time. Our offices are open from Monday to Friday,
  from nine to five, and our people answer every letter that they get, whoever it comes from and whatever it asks.</p></footer>`

const page = (body: string, title = 'Site') =>
  `<!doctype html><html><head><title>${title}</title><link rel="stylesheet" href="/main.css"></head><body>${NAVIGATION}${body}${FOOTER}</body></html>`
const link = (address: string, text = 'View openings') =>
  `<p><a class="button" href="${address}">${text}</a></p>`
const script = (text: string) => `<script>${text}</script>`

const HOME = page(`<header>${link('/careers', 'Careers')}</header><h1>We make things</h1>`)

/** A site whose page for careers has this. */
const careers = (domain: string, body: string, ...boards: string[]): WrittenSite => ({
  domain,
  boards,
  answers: { [`${domain}/`]: HOME, [`${domain}/careers`]: page(body) },
})

const GUID = '0f9a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b'
const HEX = '0A1B2C3D4E5F60718293A4B5C6D7E8F9'
const posting = script(JSON.stringify({ '@type': 'JobPosting', title: 'Baker' })).replace(
  '<script>',
  '<script type="application/ld+json">',
)
const sitemap = (...addresses: string[]) =>
  `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`

/** Sites that link to, embed or redirect to a board of each system. */
export const SITES_WITH_BOARDS: readonly WrittenSite[] = [
  careers(
    'northkiln.example',
    link('https://boards.greenhouse.io/northkiln?gh_src=site'),
    'greenhouse/northkiln',
  ),
  careers(
    'embedded.example',
    '<div id="grnhse_app"></div><script src="https://boards.greenhouse.io/embed/job_board/js?for=embeddedco"></script>',
    'greenhouse/embeddedco',
  ),
  careers(
    'newgh.example',
    link('https://job-boards.greenhouse.io/newgh/jobs/4012345'),
    'greenhouse/newgh',
  ),
  careers(
    'statejson.example',
    script(
      String.raw`window.__STATE__={"jobsUrl":"https:\/\/boards-api.greenhouse.io\/v1\/boards\/statejson\/jobs"}`,
    ),
    'greenhouse/statejson',
  ),
  careers(
    'levers.example',
    link('https://jobs.lever.co/levers?department=Kitchen&amp;team=Bread'),
    'lever/levers',
  ),
  careers(
    'apilever.example',
    script("fetch('https://api.lever.co/v0/postings/apilever?mode=json')"),
    'lever/apilever',
  ),
  careers(
    'ashes.example',
    '<script src="https://jobs.ashbyhq.com/ashes/embed?version=2"></script>',
    'ashby/ashes',
  ),
  careers('ashone.example', link(`https://jobs.ashbyhq.com/ashone/${GUID}`), 'ashby/ashone'),
  careers('workables.example', link('https://apply.workable.com/workables/'), 'workable/workables'),
  careers(
    'smarts.example',
    link('https://careers.smartrecruiters.com/SmartsInc'),
    'smartrecruiters/SmartsInc',
  ),
  careers(
    'bamboos.example',
    '<div id="BambooHR" data-domain="bamboos.bamboohr.com" data-version="1.0.0"></div><script src="https://bamboos.bamboohr.com/js/embed.js"></script>',
    'bamboohr/bamboos',
  ),
  careers(
    'bamlink.example',
    link('https://bamlink.bamboohr.com/jobs/?source=site'),
    'bamboohr/bamlink',
  ),
  careers('recruits.example', link('https://recruits.recruitee.com/o/baker'), 'recruitee/recruits'),
  careers('teams.example', link('https://teams.teamtailor.com/jobs'), 'teamtailor/teams'),
  careers(
    'persons.example',
    '<iframe src="https://persons.jobs.personio.de/?language=en"></iframe>',
    'personio/persons',
  ),
  careers('pins.example', link('https://pins.pinpointhq.com/en/postings'), 'pinpoint/pins'),
  careers(
    'ripples.example',
    '<iframe src="https://ats.rippling.com/embed/ripples/jobs?s=site"></iframe>',
    'rippling/ripples',
  ),
  careers(
    'eights.example',
    link('https://eights.eightfold.ai/careers?domain=eights.example'),
    'eightfold/eights',
  ),
  careers(
    'oracles.example',
    link('https://eabc.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1001/jobs'),
    'oracle/eabc.fa.us2.oraclecloud.com/CX_1001',
  ),
  careers('cityof.example', link('https://www.governmentjobs.com/careers/cityof'), 'neogov/cityof'),
  careers(
    'icy.example',
    link('https://careers-icy.icims.com/jobs/intro?hashed=-435'),
    'icims/careers-icy',
  ),
  careers(
    'ultis.example',
    link(`https://recruiting2.ultipro.com/ULT1000ULTIS/JobBoard/${GUID}/?q=&amp;o=postedDateDesc`),
    `ultipro/ULT1000ULTIS/${GUID}`,
  ),
  careers('vites.example', link('https://jobs.jobvite.com/careers/vites/jobs'), 'jobvite/vites'),
  careers('jazzes.example', link('https://jazzes.applytojob.com/apply'), 'jazzhr/jazzes'),
  careers(
    'jazzwidget.example',
    '<script src="https://app.jazz.co/widgets/basic/create/jazzwidget"></script>',
    'jazzhr/jazzwidget',
  ),
  careers('breezes.example', link('https://breezes.breezy.hr/'), 'breezy/breezes'),
  careers(
    'brass.example',
    link(
      'https://sjobs.brassring.com/TGnewUI/Search/Home/Home?partnerid=25123&amp;siteid=5123#home',
    ),
    'brassring/25123/5123',
  ),
  careers(
    'factors.example',
    link('https://career4.successfactors.com/career?company=factors'),
    'successfactors/factors',
  ),
  careers(
    'tallow.example',
    link('https://tallow.taleo.net/careersection/ex/jobsearch.ftl?lang=en'),
    'taleo/tallow/ex',
  ),
  careers(
    'tbe.example',
    link('https://phe.tbe.taleo.net/phe01/ats/careers/v2/searchResults?org=TBECO&amp;cws=41'),
    'taleo/tbe/TBECO/41',
  ),
  careers(
    'avas.example',
    link('https://avas.avature.net/careers/SearchJobs'),
    'avature/avas/careers',
  ),
  careers(
    'localpay.example',
    link(`https://recruiting.paylocity.com/recruiting/jobs/All/${GUID}/Local-Pay`),
    `paylocity/${GUID}`,
  ),
  careers(
    'paycoms.example',
    link(`https://www.paycomonline.net/v4/ats/web.php/jobs?clientkey=${HEX}`),
    `paycom/${HEX.toLowerCase()}`,
  ),
  careers(
    'dayforces.example',
    link('https://jobs.dayforcehcm.com/en-CA/dayforces/CANDIDATEPORTAL'),
    'dayforce/dayforces/CANDIDATEPORTAL',
  ),
  careers(
    'adps.example',
    link(
      `https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid=${GUID}&amp;ccId=19000101_000001`,
    ),
    `adp/${GUID}/19000101_000001`,
  ),
  careers('myadp.example', link('https://myjobs.adp.com/myadp/cx/job-listing'), 'adpmyjobs/myadp'),
  careers(
    'ready.example',
    link('https://secure3.saashr.com/ta/6123456.careers?CareersSearch'),
    'ukgready/6123456',
  ),
  careers(
    'stones.example',
    link('https://stones.csod.com/ux/ats/careersite/4/home?c=stones'),
    'cornerstone/stones',
  ),
  careers(
    'clears.example',
    '<iframe src="https://clears.hrmdirect.com/employment/job-openings.php?search=true"></iframe>',
    'clearcompany/clears',
  ),
  careers(
    'pages.example',
    script("PU.Widgets.jobListing('https://careers.pageuppeople.com/793/','cw','en')"),
    'pageup/793/cw/en',
  ),
  careers(
    'solves.example',
    '<iframe src="https://solves.isolvedhire.com/iframe/"></iframe>',
    'isolved/solves.isolvedhire.com',
  ),
  careers(
    'pros.example',
    link('https://www.applicantpro.com/openings/pros/jobs'),
    'isolved/pros.applicantpro.com',
  ),
  careers(
    'tracks.example',
    '<script src="https://www.applitrack.com/Tracks/onlineapp/jobpostings/view.asp?embed=1"></script>',
    'applitrack/tracks',
  ),
  careers('gems.example', link('https://jobs.gem.com/gems'), 'gem/gems'),
  careers('scores.example', link('https://careers.jobscore.com/careers/scores'), 'jobscore/scores'),
  careers(
    'schools.example',
    link('https://schools.peopleadmin.com/postings/search'),
    'peopleadmin/schools',
  ),
  careers(
    'zohos.example',
    link('https://zohos.zohorecruit.com/jobs/Careers'),
    'zohorecruit/zohos.zohorecruit.com',
  ),
  careers('crelates.example', link('https://jobs.crelate.com/portal/crelates'), 'crelate/crelates'),
  careers(
    'comeets.example',
    link('https://www.comeet.com/jobs/comeets/65.005'),
    'comeet/comeets/65.005',
  ),
  careers('nurses.example', link('https://jobs.apploi.com/profile/nurses'), 'apploi/nurses'),
  careers(
    'federal.example',
    link('https://www.usajobs.gov/Search/Results?a=DD12'),
    'usajobs/usajobs',
  ),
  careers(
    'cors.example',
    `<script id="gnewtonjs" src="//recruitingbypaycor.com/career/iframe.action?clientId=${HEX}"></script>`,
    `paycor/${HEX.toLowerCase()}`,
  ),
  careers('stars.example', link('https://stars.hire.trakstar.com/'), 'recruiterbox/stars'),
  careers(
    'plugs.example',
    link('https://plugs-careers.careerplug.com/jobs'),
    'careerplug/plugs-careers',
  ),
  careers(
    'things.example',
    '<iframe src="https://things.prismhr-hire.com/?embed=1"></iframe>',
    'hiringthing/things.prismhr-hire.com',
  ),
  careers('hires.example', link('https://careers.hireology.com/hires'), 'hireology/hires'),
  {
    domain: 'redirects.example',
    boards: ['workday/redirects/External'],
    answers: {
      'redirects.example/': page('<h1>Freight</h1>'),
      'careers.redirects.example/': {
        redirect: 'https://redirects.wd5.myworkdayjobs.com/en-US/External?source=site',
      },
    },
  },
  {
    domain: 'whole.example',
    boards: ['workday/whole/External'],
    answers: {
      'whole.example/': page('<h1>Ships</h1>'),
      'careers.whole.example/robots.txt': {
        redirect: 'https://whole.wd5.myworkdayjobs.com/External/robots.txt',
      },
      'careers.whole.example/': { redirect: 'https://whole.wd5.myworkdayjobs.com/External/' },
    },
  },
  {
    domain: 'hops.example',
    boards: ['workday/hops/HopsCareers'],
    answers: {
      'hops.example/': { redirect: 'https://www.hops.example/en' },
      'www.hops.example/en': page(link('/en/life', 'Life here') + link('/en/join-us', 'Join us')),
      'www.hops.example/en/join-us': page(link('/en/join-us/openings', 'See open roles')),
      'www.hops.example/en/join-us/openings': page(
        link('https://hops.wd3.myworkdayjobs.com/HopsCareers'),
      ),
    },
  },
  {
    domain: 'francais.example',
    boards: ['lever/francais'],
    answers: {
      'francais.example/': page(link('/fr/emplois', 'Nous joindre')),
      'francais.example/fr/emplois': page(
        link('https://jobs.lever.co/francais', 'Voir les postes'),
      ),
    },
  },
  {
    domain: 'ownrecruitee.example',
    boards: ['recruitee/jobs.ownrecruitee.example'],
    answers: {
      'ownrecruitee.example/': page('<h1>Lamps</h1>'),
      'jobs.ownrecruitee.example/': page(
        '<script src="https://d10zminp1cyta8.recruiteecdn.com/app.js"></script>',
      ),
    },
  },
  {
    domain: 'ownteam.example',
    boards: ['teamtailor/careers.ownteam.example'],
    answers: {
      'ownteam.example/': page(link('https://careers.ownteam.example/', 'Careers')),
      'careers.ownteam.example/': page(
        '<link href="https://assets-aws.teamtailor-cdn.com/a.css"><script src="https://assets-aws.teamtailor-cdn.com/a.js"></script>',
      ),
    },
  },
  {
    domain: 'ownjibe.example',
    boards: ['jibe/jobs.ownjibe.example'],
    answers: {
      'ownjibe.example/': page(''),
      'jobs.ownjibe.example/': page(
        '<script src="https://app.jibecdn.com/prod/search/main.js"></script>',
      ),
    },
  },
  {
    domain: 'owneight.example',
    boards: ['eightfold/careers.owneight.example'],
    answers: {
      'owneight.example/': page(link('https://careers.owneight.example/careers', 'Careers')),
      'careers.owneight.example/careers': page(
        '<script src="https://static.vscdn.net/gen/app.js"></script>',
      ),
    },
  },
  {
    domain: 'ownavature.example',
    boards: ['avature/careers.ownavature.example/careers'],
    answers: {
      'ownavature.example/': page(link('https://careers.ownavature.example/careers', 'Careers')),
      'careers.ownavature.example/careers': page(link('/careers/SearchJobs', 'Search')),
    },
  },
  {
    domain: 'ownpageup.example',
    boards: ['pageup/careers.ownpageup.example/cw/en-us'],
    answers: {
      'ownpageup.example/': page(link('https://careers.ownpageup.example/cw/en-us/', 'Careers')),
      'careers.ownpageup.example/cw/en-us/': page(link('/cw/en-us/listing/', 'All jobs')),
    },
  },
  {
    domain: 'ownradancy.example',
    boards: ['radancy/jobs.ownradancy.example'],
    answers: {
      'ownradancy.example/': page(''),
      'jobs.ownradancy.example/': page(
        '<script src="https://tbcdn.talentbrew.com/company/117/js/site.js"></script>',
      ),
    },
  },
  {
    domain: 'ownfactors.example',
    boards: ['successfactors/jobs.ownfactors.example'],
    answers: {
      'ownfactors.example/': page(''),
      'jobs.ownfactors.example/': page(
        '<link href="https://rmkcdn.successfactors.com/4a5b6c7d/site.css">',
      ),
    },
  },
  {
    domain: 'ownphenom.example',
    boards: ['phenom/careers.ownphenom.example'],
    answers: {
      'ownphenom.example/': page(link('https://careers.ownphenom.example/us/en', 'Careers')),
      'careers.ownphenom.example/us/en': page(
        '<script src="https://cdn.phenompeople.com/CareerConnectResources/prod/OWNPUS/js/site.js"></script>',
      ),
    },
  },
  careers('structured.example', posting, 'careerpage/structured.example'),
  {
    domain: 'mapped.example',
    boards: ['careerpage/mapped.example'],
    answers: {
      'mapped.example/': HOME,
      'mapped.example/careers': page('Search our jobs'),
      'mapped.example/sitemap.xml': sitemap(
        'https://mapped.example/about-us',
        'https://mapped.example/careers/baker-toronto-1',
      ),
      'mapped.example/careers/baker-toronto-1': page(posting),
    },
  },
  careers(
    'consent.example',
    `<div class="consent-wall">We value your privacy. <button>Accept all</button></div><div hidden>${link('https://jobs.lever.co/consent')}</div>`,
    'lever/consent',
  ),
  careers(
    'twosystems.example',
    link('https://careers-twosystems.icims.com/jobs/search', 'Corporate') +
      link(`https://www.paycomonline.net/v4/ats/web.php/portal/${HEX}/career-page`, 'Hourly'),
    'icims/careers-twosystems',
    `paycom/${HEX.toLowerCase()}`,
  ),
]

/** Sites without a board that is the employer's, or whose board cannot be seen. */
export const SITES_WITHOUT_BOARDS: readonly WrittenSite[] = [
  careers(
    'form.example',
    '<form action="/careers/apply"><input name="name"><input type="file" name="resume"></form>',
  ),
  careers('mail.example', 'Send your resume to <a href="mailto:jobs@mail.example">us</a>'),
  careers('linked.example', link('https://www.linkedin.com/company/linked/jobs/')),
  careers(
    'login.example',
    '<form><input name="user"><input type="password" name="password"></form>',
  ),
  {
    domain: 'single.example',
    boards: [],
    answers: {
      'single.example/':
        '<html><body><div id="root"></div><script src="/app.js"></script></body></html>',
    },
  },
  careers(
    'widget.example',
    '<div id="whr_embed_hook"></div><script>whr_embed(12345, {detail: "titles"})</script>',
  ),
  {
    domain: 'forbidden.example',
    boards: [],
    answers: {
      'forbidden.example/robots.txt': 'User-agent: *\nDisallow: /',
      'forbidden.example/': page(link('https://jobs.lever.co/forbidden')),
    },
  },
  { domain: 'down.example', boards: [], answers: { 'down.example/': { status: 503 } } },
  {
    domain: 'parked.example',
    boards: [],
    answers: { 'parked.example/': page('This domain is for sale') },
  },
  // It sells software, and shows a page that its customers have.
  careers(
    'vendor.example',
    `We power the careers page of Acme. ${link('https://boards.greenhouse.io/acme', 'See it live')}`,
  ),
  // A fund lists the boards of its companies.
  careers(
    'fund.example',
    ['kiln', 'wheel', 'glaze', 'clay']
      .map((name) => link(`https://boards.greenhouse.io/${name}`))
      .join(''),
  ),
  careers('partner.example', `Our partner is hiring. ${link('https://jobs.lever.co/acme')}`),
  careers(
    'powered.example',
    link('https://www.greenhouse.io/', 'Powered by Greenhouse') +
      '<img src="https://acme.avature.net/portal/4/images/logo.svg">',
  ),
]
