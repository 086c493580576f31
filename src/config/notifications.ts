/** Which messages operators get about what needs attention, from the configuration file. */
import { isTrustworthy, readSecret } from './sign-in.ts';

type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: 'starttls' | 'implicit' | 'none';
  /** `null`: the server asks for no user. */
  readonly user: string | null;
  readonly password: string | null;
  readonly from: string;
};

/** Who is told about what, and how. Either `email` or `webhook` is not `null`. */
export type NotificationRule = {
  /** Unique. */
  readonly name: string;
  /** The operator that it belongs to, by the name of the token or of the provider; `null`: none, such as for a channel. */
  readonly operator: string | null;
  /** Kinds of attention items, or `mentions`. */
  readonly kinds: readonly string[];
  readonly email: string | null;
  /** The URL of a receiver of Slack's format. It is a secret. */
  readonly webhook: string | null;
};

export type NotificationSettings = {
  readonly smtp: SmtpSettings | null;
  readonly check_every_seconds: number;
  /** 0: never. */
  readonly remind_after_hours: number;
  readonly rules: readonly NotificationRule[];
};

/** Reads the secrets that are named by variables. Throws an Error that names the wrong key. */
export function resolveNotifications(
  { smtp, rules, ...rest }: NotificationSettings,
  readVariable: (name: string) => string | undefined,
  allowLoopback: boolean,
): NotificationSettings {
  const names = new Set<string>();
  const resolved = rules.map((rule) => {
    const key = `notifications.rules.${rule.name}`;
    if (names.has(rule.name)) throw new Error(`${key} must have another name: two rules have this one`);
    names.add(rule.name);
    if ((rule.email === null) === (rule.webhook === null))
      throw new Error(`${key} must have either email or webhook`);
    if (rule.email !== null && smtp === null)
      throw new Error(`${key} sends email, which needs notifications.smtp`);
    if (rule.operator === null && rule.kinds.includes('mentions'))
      throw new Error(`${key} must name the operator of these mentions`);
    if (rule.webhook === null) return rule;
    const webhook = readSecret(`${key}.webhook`, rule.webhook, readVariable);
    if (!isTrustworthy(webhook) || (!webhook.startsWith('https://') && !allowLoopback))
      throw new Error(`${key}.webhook must start with https://`);
    return { ...rule, webhook };
  });
  if (smtp === null || smtp.password === null) return { ...rest, smtp, rules: resolved };
  const password = readSecret('notifications.smtp.password', smtp.password, readVariable);
  return { ...rest, smtp: { ...smtp, password }, rules: resolved };
}
