/** Bugs of reviews, screening, manual settlement, and exports. */
import type { PlantedBug } from '../planted-bug.ts';

export const REVIEW_BUGS: readonly PlantedBug[] = [
  {
    name: 'payout settled while its rail is configured',
    effect: 'One operator can refund a payout that its rail still pays.',
    edits: [
      {
        file: 'src/operator/resources/payouts.ts',
        find: `limited === undefined || !railReports ? limited`,
        replace: `limited === undefined || railReports ? limited`,
      },
    ],
  },
  {
    name: 'payee with a match paid',
    effect: 'A payout to an account whose owner is close to a listed name is submitted without a review.',
    edits: [
      {
        file: 'src/ledger/payout-account.ts',
        find: `screening?.isCleared === false;`,
        replace: `screening?.isCleared === false && screening.matches.length === 0;`,
      },
    ],
  },
  {
    name: 'new sanctions list not applied',
    effect: 'Names that were screened against any list are not screened against a new one.',
    edits: [
      {
        file: 'src/jobs/rescreening.ts',
        find: `platform.screenedList() === screening.listSha256;`,
        replace: `platform.screenedList() !== undefined;`,
      },
    ],
  },
  {
    name: 'bulk decision skips the last review',
    effect: 'Of several reviews that are decided together, the last one stays open.',
    edits: [
      {
        file: 'src/console/pages/operations/review-bulk.ts',
        find: `for (const id of ids) decided.push`,
        replace: `for (const id of ids.slice(0, -1)) decided.push`,
      },
    ],
  },
  {
    name: 'assignment outlives its review',
    effect: 'A later review of the same user begins with the operator who worked on the one before.',
    edits: [
      {
        file: 'src/operator/reviews/open-reviews.ts',
        find: `assignment.assigned_at >= opened : review_opened_at === opened;`,
        replace: `assignment.assigned_at >= opened : review_opened_at <= opened;`,
      },
    ],
  },
  {
    name: 'end of an export missing',
    effect: 'A CSV file ends before the last page of its list.',
    edits: [
      {
        file: 'src/operator/lists/list-page.ts',
        find: `if (page.data.length > 0) yield`,
        replace: `if (page.data.length === EXPORT_OBJECTS) yield`,
      },
    ],
  },
];
