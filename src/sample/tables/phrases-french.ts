/** What French postings say whatever the job. Slots in braces. */

export const FRENCH_HEADINGS = {
  about: ['Qui sommes-nous', 'À propos de nous', 'À propos de {employer}', 'Notre organisation'],
  role: ['Le poste', 'Sommaire du poste', 'Le défi qui vous attend', 'Description du poste'],
  duties: [
    'Vos responsabilités',
    'Principales tâches',
    'Votre rôle',
    'Responsabilités',
    'Ce que vous ferez',
  ],
  skills: ['Votre profil', 'Exigences', 'Profil recherché', 'Qualifications requises'],
  offer: [
    'Ce que nous offrons',
    'Conditions et avantages',
    'Pourquoi choisir {employer}',
    'Rémunération et avantages',
  ],
  equal: ['Équité en matière d’emploi', 'Diversité et inclusion'],
  notice: ['À noter', 'Renseignements complémentaires', 'Conditions de travail'],
  apply: ['Pour postuler', 'Comment postuler', 'Prochaines étapes'],
}

export const FRENCH_ROLE = [
  'Nous sommes à la recherche d’une personne motivée pour le poste suivant : {role}.',
  'Vous ferez partie d’une équipe de {team size} et relèverez de {person}.',
  'Il s’agit d’un nouveau poste, créé en raison de la croissance de nos activités.',
  'Vous vous joindrez à une équipe tissée serré, où l’entraide n’est pas qu’un mot.',
  'Le travail est varié et les journées passent vite.',
  'Le lieu de travail est situé à {city}, au {number}, rue {french surname}.',
  'Vous aimez les défis et le travail bien fait? Ce poste est pour vous.',
  'Vous contribuerez directement à la réussite du projet {coined}.',
  'Un accompagnement personnalisé est prévu dès votre arrivée.',
  'Ici, on se tutoie, on s’entraide et on apprend les uns des autres.',
  'Le poste vous offrira de l’autonomie et de réelles possibilités d’avancement.',
  'Nous cherchons avant tout une personne curieuse, fiable et agréable à côtoyer.',
  'La personne titulaire du poste travaillera en étroite collaboration avec {person}.',
]

export const FRENCH_REMOTE_ROLE = [
  'Le poste peut être occupé entièrement en télétravail.',
  'Télétravail à temps plein, avec {few} rencontres d’équipe par année.',
]

export const FRENCH_HYBRID_ROLE = [
  'Mode hybride : {few} jours par semaine au bureau, le reste en télétravail.',
  'Télétravail possible {few} jours par semaine après la période d’intégration.',
]

export const FRENCH_DUTIES = [
  'Respecter les règles de santé et de sécurité au travail.',
  'Participer aux réunions d’équipe et aux formations.',
  'Effectuer toute autre tâche connexe.',
  'Contribuer à l’amélioration continue des façons de faire.',
  'Accompagner les nouveaux membres de l’équipe.',
  'Respecter la confidentialité des renseignements.',
  'Proposer des améliorations et participer à leur mise en place.',
  'Tenir son espace de travail propre et ses dossiers à jour.',
  'Communiquer rapidement tout problème à la personne responsable.',
]

export const FRENCH_SKILLS = [
  'Sens de l’organisation et des responsabilités.',
  'Bonnes habiletés de communication.',
  'Être autorisé(e) à travailler au Canada.',
  'Autonomie et ouverture d’esprit.',
  'La connaissance de l’anglais est un atout.',
]

export const FRENCH_PAY_SENTENCES = {
  one: ['Salaire offert : {pay}.', 'Taux de départ : {pay}.'],
  range: [
    'Salaire offert : {pay}, selon l’expérience.',
    'La rémunération se situe entre les bornes suivantes : {pay}.',
    'Échelle salariale : {pay}.',
  ],
}

export const FRENCH_OFFER = [
  'Assurances collectives complètes dès l’embauche.',
  'Régime de retraite avec participation de l’employeur pouvant atteindre {small percent} %.',
  '{weeks} semaines de vacances et congés mobiles.',
  'Télémédecine et programme d’aide aux employés.',
  'Formation continue et remboursement des cotisations professionnelles.',
  'Stationnement gratuit et supports à vélos.',
  '#retail #grocery #restaurant #hotel #telecom|Rabais employé.',
  'Prime de recommandation de {allowance}.',
  '-#software -#consulting -#engineering -#bank -#office|Horaire stable, affiché {few} semaines à l’avance.',
  'Activités sociales tout au long de l’année.',
  'Conciliation travail-famille et ambiance conviviale.',
  '#retail #grocery #restaurant #hotel #freight #facilities #contractor #builder #factory|Uniforme et équipement fournis.',
]

export const FRENCH_EQUAL = [
  '{employer} souscrit au principe d’égalité en emploi et invite les femmes, les minorités visibles et ethniques, les Autochtones et les personnes handicapées à soumettre leur candidature.',
  'Des mesures d’adaptation peuvent être offertes sur demande pendant le processus de sélection.',
  'Nous souhaitons que nos équipes ressemblent à la population que nous servons.',
]

export const FRENCH_APPLY = [
  'Postulez en ligne en joignant votre curriculum vitæ et en indiquant la référence {reference}.',
  'Seules les personnes retenues pour une entrevue seront contactées.',
  'Des questions? Demandez {person}.',
  'Le poste demeure affiché jusqu’à ce qu’il soit pourvu.',
]

export const FRENCH_UPDATES = [
  'Mise à jour : les entrevues auront lieu au {number}, rue {french surname}.',
  'Mise à jour : un deuxième poste est maintenant offert.',
  'Veuillez noter que la date d’entrée en fonction a été reportée au mois prochain.',
  'Les personnes ayant déjà postulé n’ont pas à le faire de nouveau.',
]

/** Longer passages that some employers add to every posting. */
export const FRENCH_NOTICES = [
  'L’embauche est conditionnelle à la vérification des références, des diplômes et, si le poste l’exige, des antécédents judiciaires. Ces vérifications ne sont faites qu’après une première rencontre.',
  'Nous ne demandons jamais d’argent ni de renseignements bancaires aux candidats. Si vous recevez une telle demande en notre nom, n’y répondez pas et communiquez avec {person}.',
  'Votre dossier de candidature est conservé pendant un an et consulté uniquement par les personnes responsables de l’embauche. Vous pouvez en demander la correction ou la destruction en tout temps.',
  'La présente description donne un aperçu général du travail. Elle ne constitue pas une liste complète des tâches, qui peuvent évoluer selon les besoins du service.',
  'L’accueil des nouveaux employés a lieu le premier lundi du mois au {number}, rue {french surname}. Votre horaire, votre équipement et vos accès seront prêts à votre arrivée.',
  'La forme masculine, lorsqu’elle est employée seule, l’est dans le but d’alléger le texte et désigne toutes les personnes, sans discrimination.',
]
