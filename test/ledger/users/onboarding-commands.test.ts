import { expect } from 'chai';
import {
  acceptTerms,
  findOnboardingLink,
  issueOnboardingLinks,
  simulateKyc,
  submitIdentity,
  type SimulateKyc,
} from '../../../src/ledger/onboarding.ts';
import { deactivateUser, setKyc } from '../../../src/ledger/user.ts';
import { NO_MATCHES, type Decide } from '../../support/ledger-commands.ts';
import { expectRule, given, type Ledger } from '../../support/ledger.ts';
import { START_TIME } from '../../support/policy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOBODY = `usr_${'0'.repeat(26)}`;
const KYC = 'a'.repeat(64);
const TERMS = 'b'.repeat(64);
const REASON = { code: 'document_expired', message: 'The document has expired.' };

const issue =
  (user_id: string, kyc_token_hash = KYC, terms_token_hash = TERMS): Decide =>
  (book, context) =>
    issueOnboardingLinks(
      book,
      { user_id, kyc_token_hash, terms_token_hash, redirect_url: null, lifetimeMs: DAY_MS },
      context,
    );
const choose =
  (user_id: string, outcome: SimulateKyc['outcome'], token_hash = KYC): Decide =>
  (book, context) =>
    simulateKyc(book, { user_id, token_hash, outcome, reasons: [REASON] }, context);
const submit =
  (user_id: string, token_hash = KYC): Decide =>
  (book, context) =>
    submitIdentity(
      book,
      {
        ...{ user_id, token_hash, sealed: 'identity', country: 'CA', screened: NO_MATCHES },
        reseal: (before) => `${before ?? ''}+names`,
      },
      context,
    );
const accept =
  (user_id: string, token_hash = TERMS): Decide =>
  (book, context) =>
    acceptTerms(book, { user_id, token_hash, terms_sha256: 'c'.repeat(64) }, context);
const status =
  (user_id: string, kyc_status: Parameters<typeof setKyc>[1]['kyc_status']): Decide =>
  (book) =>
    setKyc(book, { user_id, kyc_status, terms_status: 'pending', rejection_reasons: [] });

const kycOf = (ledger: Ledger, userId: string) => ledger.book.users.get(userId)?.user;

function withLinks(): { ledger: Ledger; user: string } {
  const ledger = given();
  const user = ledger.user();
  ledger.run(issue(user));
  return { ledger, user };
}

describe('Issuing onboarding links', () => {
  it('records token hashes and an expiry, and does not change the user', () => {
    const ledger = given();
    const user = ledger.user();
    ledger.when(issue(user)).then({
      type: 'onboarding_links.issued',
      data: {
        user_id: user,
        kyc_token_hash: KYC,
        terms_token_hash: TERMS,
        redirect_url: null,
        expires_at: new Date(START_TIME + DAY_MS).toISOString(),
      },
    });
    expect(kycOf(ledger, user)?.version).to.equal(1);
  });

  it('works for any active user in any verification state', () => {
    const ledger = given();
    for (const each of ['not_started', 'under_review', 'incomplete', 'approved', 'rejected'] as const) {
      const user = ledger.user();
      ledger.run(status(user, each));
      ledger.when(issue(user)).then('onboarding_links.issued');
    }
  });

  it('is refused for an unknown or deactivated user', () => {
    const { ledger, user } = withLinks();
    ledger.when(issue(NOBODY)).thenRefused('not_found');
    ledger.run((book) => deactivateUser(book, { user_id: user }));
    ledger.when(issue(user)).thenRefused('user_deactivated');
  });

  it('keeps one pair per user: new links invalidate earlier ones', () => {
    const { ledger, user } = withLinks();
    ledger.run(issue(user, 'd'.repeat(64), 'e'.repeat(64)));
    ledger.when(submit(user)).thenRefused('not_found');
    ledger.when(accept(user)).thenRefused('not_found');
    ledger.when(submit(user, 'd'.repeat(64))).then(...SUBMITTED);
    expect(ledger.book.onboardingLinks.size).to.equal(1);
  });
});

const SUBMITTED = [
  'user.updated',
  'identity.submitted',
  'user.kyc_status_changed',
  'onboarding_link.completed',
] as const;

describe('Submitting identity data', () => {
  it('puts the user under review, with the submitted names and country', () => {
    const { ledger, user } = withLinks();
    const events = ledger.when(submit(user)).then(...SUBMITTED);
    expect(events[0]?.data).to.deep.equal({ user_id: user, sealed: '+names', country: 'CA' });
    expect(events[1]?.data).to.deep.equal({ user_id: user, sealed: 'identity' });
    expect(kycOf(ledger, user)).to.include({ kyc_status: 'under_review', country: 'CA', version: 3 });
  });

  it('works in every status except under review', () => {
    for (const before of ['not_started', 'incomplete', 'rejected', 'approved'] as const) {
      const { ledger, user } = withLinks();
      ledger.run(status(user, before));
      ledger.when(submit(user)).then(...SUBMITTED);
      expect(kycOf(ledger, user)?.kyc_status).to.equal('under_review');
    }
    const { ledger, user } = withLinks();
    ledger.run(status(user, 'under_review'));
    ledger.when(submit(user)).thenRefused('user_state_conflict');
  });

  it('works once, and only with the token of the link', () => {
    const { ledger, user } = withLinks();
    ledger.when(submit(user, TERMS)).thenRefused('not_found');
    ledger.when(submit(ledger.user())).thenRefused('not_found');
    ledger.run(submit(user));
    ledger.run(status(user, 'rejected'));
    ledger.when(submit(user)).thenRefused('user_state_conflict');
  });

  it('is refused from the moment the link expires', () => {
    const { ledger, user } = withLinks();
    ledger.advanceClock(DAY_MS - 1);
    expect(findOnboardingLink(ledger.book, link(user), START_TIME + DAY_MS - 1).state).to.equal('open');
    expect(findOnboardingLink(ledger.book, link(user), START_TIME + DAY_MS).state).to.equal('expired');
    ledger.advanceClock(1);
    ledger.when(submit(user)).thenRefused('not_found');
    ledger.when(accept(user)).thenRefused('not_found');
    ledger.when(choose(user, 'approved')).thenRefused('not_found');
  });

  it('is refused for a deactivated user', () => {
    const { ledger, user } = withLinks();
    ledger.run((book) => deactivateUser(book, { user_id: user }));
    ledger.when(submit(user)).thenRefused('not_found');
    expect(ledger.book.onboardingLinks.size).to.equal(0);
  });
});

const link = (user_id: string) => ({ user_id, page: 'kyc' as const, token_hash: KYC });

describe('Simulating a verification outcome in the sandbox', () => {
  it('records the submission and its outcome as two steps', () => {
    for (const outcome of ['approved', 'rejected', 'incomplete'] as const) {
      const { ledger, user } = withLinks();
      const events = ledger
        .when(choose(user, outcome))
        .then('user.kyc_status_changed', 'user.kyc_status_changed', 'onboarding_link.completed');
      expect(events[0]?.data).to.include({ kyc_status: 'under_review' });
      const reasons = outcome === 'approved' ? [] : [REASON];
      expect(kycOf(ledger, user)).to.deep.include({ kyc_status: outcome, rejection_reasons: reasons });
      ledger.when(choose(user, outcome)).thenRefused('user_state_conflict');
    }
  });

  it('can leave the review open', () => {
    const { ledger, user } = withLinks();
    ledger.when(choose(user, 'under_review')).then('user.kyc_status_changed', 'onboarding_link.completed');
    expect(kycOf(ledger, user)?.kyc_status).to.equal('under_review');
  });

  it('can be repeated with new links after incomplete and rejected', () => {
    const { ledger, user } = withLinks();
    ledger.run(choose(user, 'incomplete'));
    for (const [i, outcome] of (['rejected', 'approved'] as const).entries()) {
      const token = String(i).repeat(64);
      ledger.run(issue(user, token, TERMS));
      ledger.run(choose(user, outcome, token));
    }
    expect(kycOf(ledger, user)).to.deep.include({ kyc_status: 'approved', rejection_reasons: [] });
  });
});

describe('Accepting the terms', () => {
  it('approves the terms and records the hash of their text', () => {
    const { ledger, user } = withLinks();
    const events = ledger.when(accept(user)).then('user.terms_status_changed', 'onboarding_link.completed');
    expect(events[1]?.data).to.include({ link: 'terms', terms_sha256: 'c'.repeat(64) });
    expect(kycOf(ledger, user)?.terms_status).to.equal('approved');
  });

  it('works once, and only with the token of the link', () => {
    const { ledger, user } = withLinks();
    ledger.when(accept(user, KYC)).thenRefused('not_found');
    ledger.run(accept(user));
    ledger.when(accept(user)).thenRefused('user_state_conflict');
    ledger.run(issue(user, '1'.repeat(64), '2'.repeat(64)));
    ledger.when(accept(user, '2'.repeat(64))).thenRefused('user_state_conflict');
  });

  it('does not affect the identity link', () => {
    const { ledger, user } = withLinks();
    ledger.run(accept(user));
    ledger.when(submit(user)).then(...SUBMITTED);
  });
});

describe('A book', () => {
  it('rejects the use of a link that was never issued, was used before, or has expired', () => {
    const { ledger, user } = withLinks();
    const completed = (userId: string) =>
      ({ type: 'onboarding_link.completed', data: { user_id: userId, link: 'kyc' } }) as const;
    expectRule(() => given().record(completed(NOBODY)), 'user_inactive');
    const fresh = given();
    const nobodyYet = fresh.user();
    expectRule(() => fresh.record(completed(nobodyYet)), 'link_unusable');
    ledger.record(completed(user));
    expectRule(() => ledger.record(completed(user)), 'link_unusable');
    const late = withLinks();
    late.ledger.advanceClock(DAY_MS);
    expectRule(() => late.ledger.record(completed(late.user)), 'link_unusable');
  });
});
