/**
 * Words that do not distinguish one person or company from another, as name words. Only words that are hardly ever names are
 * listed: others, such as `SA` or `Co`, stay part of the name, and a name with one more word is a near match anyway.
 */

const TITLES =
  'mr mrs ms miss mx dr prof professor sir dame rev reverend herr frau monsieur madame mme mlle ' +
  'senor senora senorita srta signor signora dott esq phd mba';

const GENERATIONS = 'jr junior sr senior ii iii iv 2nd 3rd';

const LEGAL_FORMS =
  'ltd limited gmbh mbh inc incorporated corp corporation company llc llp plc pllc pty pte kgaa ohg ' +
  'sarl srl eurl bvba ltda oyj aps ooo oao zao pao';

const IGNORED: ReadonlySet<string> = new Set(`${TITLES} ${GENERATIONS} ${LEGAL_FORMS}`.split(' '));

export const isIgnoredWord = (word: string): boolean => IGNORED.has(word);
