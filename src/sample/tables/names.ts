/** Parts from which the sample's people, companies, products and made-up towns are named. */

export const FIRST_NAMES =
  'Amara Andrew Anita Ben Bianca Carlos Carmen Chloe Chris Dana David Deepa Diego Elena Emily Erin Fatima Grace Hannah Hassan Ian Imani Isabel Jamal James Janelle Jasmine Jordan Joseph Karen Kayla Kwame Laura Leila Liam Lucia Maria Marcus Mei Michael Miguel Monica Nadia Naomi Nina Noah Olivia Omar Patricia Paul Priya Rachel Raj Rebecca Rosa Samuel Sandra Sarah Simone Sofia Stephen Tamara Thomas Trevor Wei Yasmin Zoe'.split(
    ' ',
  )

export const FRENCH_FIRST_NAMES =
  'Alexandre Amélie Annie Benoît Camille Catherine Chantal David Dominique Élodie Émilie Éric Étienne Fatou François Gabriel Geneviève Guillaume Isabelle Jérôme Josée Julie Karine Léa Louis-Philippe Luc Maxime Mélanie Mohamed Nathalie Noémie Olivier Pascale Philippe Rosalie Samuel Sébastien Sophie Stéphanie Sylvain Valérie Véronique Yannick Zoé'.split(
    ' ',
  )

export const SURNAMES =
  'Abernathy Ainsley Alderton Ashgrove Atwell Balfour Barlowe Beckwith Bellingham Birchall Blackwood Bramley Brannigan Brightwater Callister Cardew Carrick Chatterley Clavering Coldwell Corrigan Cranston Culpepper Dalgleish Danforth Delacroix Denholm Drummond Dunmore Eastlake Eckersley Ellsworth Everhart Fairbairn Farnsworth Fenwick Finnegan Galbraith Garrity Gladstone Goodwillow Granger Greyling Haddow Halloran Hargrave Harlow Hathersage Hawthorne Hollister Holloway Ingleby Islington Jardine Kellaway Kilbride Kingsley Lachlan Langstaff Larkspur Lathrop Lockridge Lomax Macklin Mallory Marchbank Merriweather Millbrook Moncrieff Montague Morrow Nethercott Northcote Oakhurst Okafor Oldfield Ormsby Osei Pemberton Penhallow Pike Plunkett Prescott Quennell Rackham Radcliffe Rainsford Ravenhill Redfern Rothwell Rutherglen Sandhu Saltmarsh Sedgwick Selkirk Shackleford Sinclair Sorensen Standish Stonebridge Strachan Swinburne Tallis Tancredi Thackeray Thistlewood Tolliver Trelawney Underhill Vandermeer Vickery Wakefield Wanamaker Weatherby Whitcombe Willoughby Winterbourne Wolcott Woodrow Yardley Yoshida'.split(
    ' ',
  )

export const FRENCH_SURNAMES =
  'Allaire Arsenault Aubuchon Beaudoin Beaulac Beaumier Bélanger-Roy Bellefleur Bissonnette Blanchet Boisclair Boisvert Bourbonnais Brindamour Chabot Champoux Charlebois Chevrier Clairmont Courtemanche Dagenais Dallaire Delorme Desjarlais Deslauriers Desruisseaux Dubreuil Duchesneau Dufresne Durocher Falardeau Fontaine-Roy Fréchette Gaboury Galarneau Gendron Giguère Grandbois Grandmaison Hébert-Morin Jolicoeur Labonté Labrecque Lachapelle Laflamme Lafrenière Lajoie Lamontagne Lamoureux Larochelle Latendresse Laverdure Lavigueur Léveillé Loiselle Maisonneuve Marcoux Montpetit Ouellet-Caron Paradis Paquin Pelland Philibert Préfontaine Rainville Rivest Robidoux Saint-Amour Sanschagrin Sansregret Sauvageau Tranchemontagne Vadeboncoeur Vaillancourt Vigneault Villemaire'.split(
    ' ',
  )

/** First and last halves of towns that are on no map. */
export const TOWN_STARTS =
  'Alder Amber Arrow Ashen Barrow Beacon Bramble Brindle Cairn Calder Cedar Cinder Clover Copper Corm Crane Dapple Dover Drift Elder Ember Falcon Fallow Fern Flint Frost Gale Garnet Glass Granite Harrow Hawk Hazel Heron Hollow Iron Juniper Kestrel Lark Linden Loon Marrow Meadow Mill Mist Moor North Oaken Osprey Otter Pebble Pine Plover Quill Raven Reed Ridge Rowan Rush Sable Sedge Shale Silver Slate Sorrel Spruce Stone Swan Tamar Teal Thistle Thorn Timber Umber Wander West Wheat Whistle Willow Winter Wren Yarrow'.split(
    ' ',
  )
export const TOWN_ENDS =
  'bourne brae briar brook burn combe croft dell fell fen garth gate grove hallow haven holt hurst ley march mead mere moor more ness pool reach rill rise shaw stead thorpe tide vale wade water wick wold worth'.split(
    ' ',
  )

export const FRENCH_TOWN_STARTS =
  'Baie Bois Cap Chute Clos Côte Fort Havre Lac Mont Moulin Pointe Pont Port Pré Rivage Rive Rivière Rocher Val Vallon'.split(
    ' ',
  )
export const FRENCH_TOWN_ENDS =
  'aux-Aigles aux-Brochets aux-Chevreuils aux-Cormorans aux-Épinettes aux-Fougères aux-Goélands aux-Hérons aux-Huards aux-Merles aux-Ormeaux aux-Pétrels aux-Sapins aux-Sternes aux-Truites de-la-Brume de-la-Clairière de-la-Lanterne de-la-Lisière de-la-Sapinière des-Aulnes des-Bruyères des-Cèdres des-Frênes des-Galets des-Lilas des-Mélèzes des-Peupliers des-Quenouilles des-Saules des-Trembles du-Carouge du-Castor du-Couchant du-Faucon du-Givre du-Hibou du-Levant du-Meunier du-Noroît du-Passeur du-Renard du-Sureau'.split(
    ' ',
  )

export const COINED_STARTS =
  'Aer Ald Alt Amb Ant Arv Aster Av Bel Ber Brev Bry Cal Cand Cass Cel Cern Clar Cor Cyg Dal Del Dor Dun El Em Ent Er Est Ev Fal Fen Fir Flor Gal Gen Glim Gren Hal Hel Hov Il Im Int Jor Kal Kel Kin Kor Lan Lar Len Lin Lum Mar Mel Mer Min Mor Nav Nel Ner Nol Nor Nov Ol On Or Os Pal Pel Per Pol Pras Quan Quin Ral Ren Riv Rol Sal San Sel Ser Sil Sol Sor Tal Tam Tel Ter Tor Tral Ul Um Val Var Vel Ver Vin Vol Wen Wil Xen Yar Zan Zel Zor'.split(
    ' ',
  )
export const COINED_MIDDLES =
  'a ab ac ad al am an and ant ar av e eb ed el em en er ess et ev i ib id il im in ip ir ist it iv o ob od ol om on op or os ov u ul um un ur'.split(
    ' ',
  )
export const COINED_ENDS =
  'a acore adix ance ando ara aris ark arra ax dale dane era eon eris esta eta field forge fort ia ica ics ida ify ine ion iq ira is ista ium ix lane lia lign lis loft lume ly mark mesh mond nest nia o ode ora oro path phi pulse ra rise sa scape sen shift sphere stack sys ta tek tera tia tis track tra trix va vance vara vera vest via vio vis wave wise wright ya yx zen'.split(
    ' ',
  )

export const STREETS = ['Street', 'Avenue', 'Road', 'Drive', 'Boulevard', 'Way', 'Lane', 'Parkway']
