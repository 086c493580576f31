/** All planted bugs. A test checks that each still applies, so that the list stays true as the code changes. */
import { ACCESS_BUGS } from './bugs/access-bugs.ts';
import { LEDGER_BUGS } from './bugs/ledger-bugs.ts';
import { OPERATOR_BUGS } from './bugs/operator-bugs.ts';
import { READ_BUGS } from './bugs/read-bugs.ts';
import { REVIEW_BUGS } from './bugs/review-bugs.ts';
import { WRITER_BUGS } from './bugs/writer-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...WRITER_BUGS,
  ...LEDGER_BUGS,
  ...READ_BUGS,
  ...OPERATOR_BUGS,
  ...ACCESS_BUGS,
  ...REVIEW_BUGS,
];
