import { analyze } from './analyzer'

const TORONTO = 'Toronto OR Mississauga OR Brampton OR Markham OR Vaughan'
const BAY_AREA = 'San Francisco OR Oakland OR San Jose OR Palo Alto OR Mountain View'
const NEW_YORK = 'New York, New York'
const DALLAS = 'Dallas, Texas OR Fort Worth, Texas OR Arlington, Texas OR Plano, Texas'
const VANCOUVER =
  'Vancouver, British Columbia OR Burnaby OR Surrey, British Columbia OR Richmond, British Columbia'
const MARITIMES = 'New Brunswick OR Nova Scotia OR Prince Edward Island'
const NORTHWEST = 'Washington OR Oregon'
const WATERLOO = 'Waterloo, Ontario OR Kitchener OR Cambridge, Ontario'
const TWIN_CITIES = 'Minneapolis OR Saint Paul, Minnesota'
const CAPITAL = 'Washington, District of Columbia OR Arlington, Virginia OR Bethesda, Maryland'

/** Names of areas and short names of cities that people use, with the filter that finds their larger cities. */
const AREAS: readonly (readonly [filter: string, ...names: string[]])[] = [
  [TORONTO, 'GTA', 'Greater Toronto Area', 'Greater Toronto', 'Toronto Area', 'GTHA'],
  [`${TORONTO} OR Hamilton, Ontario`, 'Golden Horseshoe', 'Greater Golden Horseshoe'],
  ['Mississauga OR Brampton OR Caledon, Ontario', 'Peel Region', 'Region of Peel'],
  ['Markham OR Vaughan OR Richmond Hill OR Newmarket', 'York Region', 'Region of York'],
  ['Oshawa OR Whitby OR Ajax OR Pickering', 'Durham Region', 'Region of Durham'],
  ['Oakville, Ontario OR Burlington, Ontario OR Milton, Ontario', 'Halton Region', 'Halton'],
  ['Niagara Falls, Ontario OR St. Catharines OR Welland', 'Niagara Region'],
  [WATERLOO, 'K-W', 'KW', 'Kitchener-Waterloo', 'Waterloo Region', 'Region of Waterloo'],
  [
    VANCOUVER,
    'Metro Vancouver',
    'Greater Vancouver',
    'GVA',
    'GVRD',
    'Lower Mainland',
    'Vancouver Area',
  ],
  ['Victoria, British Columbia OR Nanaimo', 'Vancouver Island'],
  ['Kelowna OR Vernon, British Columbia OR Penticton', 'Okanagan', 'Okanagan Valley'],
  [
    'Montreal OR Laval, Quebec OR Longueuil',
    'Greater Montreal',
    'Grand Montreal',
    'Montreal Area',
    'GMA',
  ],
  ['Montreal', 'MTL', 'YUL'],
  ['Toronto', 'YYZ', 'T.O.', 'The 6ix'],
  ['Vancouver, British Columbia', 'YVR'],
  ['Calgary', 'YYC'],
  ['Edmonton', 'YEG'],
  ['Quebec, Quebec', 'Region de Quebec', 'Quebec Area', 'Greater Quebec'],
  ['Ottawa OR Gatineau', 'National Capital Region', 'NCR', 'Ottawa-Gatineau'],
  ['Alberta OR Saskatchewan OR Manitoba', 'Prairies', 'The Prairies', 'Prairie Provinces'],
  [MARITIMES, 'Maritimes', 'The Maritimes', 'Provinces maritimes'],
  [
    `${MARITIMES} OR Newfoundland and Labrador`,
    'Atlantic Canada',
    'Atlantic Provinces',
    'Canada atlantique',
  ],
  ['British Columbia OR Alberta OR Saskatchewan OR Manitoba', 'Western Canada'],
  ['Ontario OR Quebec', 'Eastern Canada', 'Central Canada'],
  ['Yukon OR Northwest Territories OR Nunavut', 'Northern Canada'],
  [NEW_YORK, 'NYC', 'N.Y.C.', 'NY City', 'The Big Apple', 'New York Area', 'New York Metro'],
  [
    `${NEW_YORK} OR Newark, New Jersey OR Jersey City`,
    'Tri-State Area',
    'Tristate Area',
    'Greater New York',
  ],
  ['Hempstead, New York OR Islip, New York OR Huntington, New York', 'Long Island'],
  ['San Francisco', 'SF', 'S.F.', 'San Fran', 'SFO'],
  [BAY_AREA, 'Bay Area', 'The Bay Area', 'San Francisco Bay Area', 'SF Bay Area', 'SFBA'],
  ['San Jose OR Palo Alto OR Mountain View OR Sunnyvale', 'Silicon Valley'],
  ['Oakland OR Berkeley, California OR Fremont, California', 'East Bay'],
  [
    'Los Angeles',
    'L.A.',
    'LAX',
    'Greater Los Angeles',
    'Los Angeles Area',
    'LA Area',
    'City of Angels',
  ],
  ['Los Angeles OR San Diego OR Anaheim OR Irvine', 'SoCal', 'Southern California'],
  ['San Francisco OR Sacramento OR San Jose', 'NorCal', 'Northern California'],
  ['Riverside, California OR San Bernardino OR Ontario, California', 'Inland Empire'],
  ['Anaheim OR Irvine OR Santa Ana OR Huntington Beach', 'Orange County', 'The OC'],
  ['Chicago', 'Chi-town', 'Cook County', 'Chicagoland', 'Greater Chicago', 'Chicago Area'],
  ['Las Vegas', 'Vegas', 'LV'],
  ['Atlanta', 'ATL', 'Metro Atlanta', 'Greater Atlanta', 'Atlanta Area'],
  ['Philadelphia', 'Philly', 'PHL', 'Greater Philadelphia', 'Philadelphia Area'],
  ['Salt Lake City', 'SLC'],
  ['New Orleans', 'NOLA'],
  [
    DALLAS,
    'DFW',
    'Dallas-Fort Worth',
    'Dallas/Fort Worth',
    'Dallas Fort Worth Metroplex',
    'Metroplex',
  ],
  ['Houston', 'Greater Houston', 'Houston Area', 'Harris County'],
  [
    TWIN_CITIES,
    'Twin Cities',
    'The Twin Cities',
    'Minneapolis-St. Paul',
    'Minneapolis/St. Paul',
    'MSP',
  ],
  ['Miami', 'Miami-Dade', 'Dade County', 'Miami-Dade County', 'Miami Area', 'Greater Miami'],
  ['Miami OR Fort Lauderdale OR West Palm Beach', 'South Florida'],
  ['Tampa OR St. Petersburg, Florida OR Clearwater, Florida', 'Tampa Bay', 'Tampa Bay Area'],
  ['Boston', 'Greater Boston', 'Boston Area', 'Beantown'],
  [
    CAPITAL,
    'DMV',
    'Washington Metro',
    'DC Area',
    'DC Metro',
    'Washington DC Area',
    'Greater Washington',
  ],
  ['Arlington, Virginia OR Alexandria, Virginia OR Reston', 'Northern Virginia', 'NoVA'],
  [
    'Raleigh OR Durham, North Carolina OR Cary, North Carolina',
    'Research Triangle',
    'RTP',
    'Raleigh-Durham',
  ],
  [
    'Seattle OR Bellevue, Washington OR Tacoma',
    'Puget Sound',
    'Greater Seattle',
    'Seattle Area',
    'King County',
  ],
  ['Phoenix OR Scottsdale OR Tempe', 'Valley of the Sun', 'Maricopa County', 'Phoenix Area'],
  ['Detroit', 'Metro Detroit', 'Motor City', 'Wayne County'],
  ['Denver', 'Denver Area', 'Metro Denver', 'Mile High City'],
  [NORTHWEST, 'Pacific Northwest', 'PNW', 'Northwest', 'Cascadia'],
  [
    'Connecticut OR Maine OR Massachusetts OR New Hampshire OR Rhode Island OR Vermont',
    'New England',
  ],
  ['Illinois OR Indiana OR Michigan OR Ohio OR Wisconsin OR Minnesota', 'Midwest', 'The Midwest'],
  [
    'New York OR New Jersey OR Pennsylvania OR Massachusetts OR Connecticut',
    'Northeast',
    'East Coast',
  ],
  ['California OR Oregon OR Washington', 'West Coast'],
  ['Florida OR Georgia OR North Carolina OR South Carolina OR Tennessee', 'Southeast'],
  ['Arizona OR New Mexico OR Nevada OR Utah', 'Southwest'],
  [
    'Canada OR United States',
    'North America',
    'Amerique du Nord',
    'US and Canada',
    'Canada and US',
  ],
  ['United States', 'America', 'The States', 'Stateside', 'Amerique'],
]

const FILTERS: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(([filter, ...names]) => names.map((name) => [nameOf(name), filter])),
)

/** The location filter for an area; undefined if the name is not known as one. */
export function areaFilter(name: string): string | undefined {
  return FILTERS.get(nameOf(name))
}

function nameOf(name: string): string {
  return analyze(name).join(' ')
}
