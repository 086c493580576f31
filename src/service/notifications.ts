/** Sends operators what needs attention, over the mail server and to the webhooks of the configuration. */
import { leaseBetweenNodes } from '../jobs/lease.ts';
import type { NotificationSettings } from '../config/notifications.ts';
import { failingRules } from '../operator/notification-records.ts';
import { Notifier, sendToWebhook, type Send } from '../operator/notifications.ts';
import type { OperatorServices } from '../operator/operations/services.ts';
import type { Dependencies } from './dependencies.ts';
import { registerNotificationMetrics } from './metrics.ts';

const SMTP_TIMEOUT_MS = 10_000;
const HOUR_MS = 60 * 60 * 1_000;

/** Runs until the signal aborts. Without rules, it does nothing. */
export async function runNotifications(
  { config, log, metrics }: Pick<Dependencies, 'config' | 'log' | 'metrics'>,
  services: OperatorServices,
  signal: AbortSignal,
): Promise<void> {
  const { smtp, check_every_seconds, remind_after_hours, rules } = config.file.notifications;
  registerNotificationMetrics(metrics, rules, () =>
    failingRules(services.documents, rules, services.clock()),
  );
  if (rules.length === 0) return;
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const toWebhook = sendToWebhook(services, { allowLoopback: config.file.webhooks.allow_loopback });
  const send: Send = async (name, delivery) => {
    const { webhook = null, email = null } = byName.get(name) ?? {};
    if (webhook !== null) await toWebhook(webhook, delivery);
    else if (email !== null && smtp !== null)
      await sendEmail(smtp, {
        to: email,
        subject: delivery.text,
        text: `${delivery.text}.\n\n${delivery.url}\n`,
      });
  };
  const notifier = new Notifier({
    ...{ services, send, log },
    lease: leaseBetweenNodes(config.mongoUrl !== undefined, services.documents, 'notifications'),
    checkEveryMs: check_every_seconds * 1_000,
    remindAfterMs: remind_after_hours * HOUR_MS,
  });
  await notifier.run(signal);
}

type Email = { readonly to: string; readonly subject: string; readonly text: string };

async function sendEmail(smtp: NonNullable<NotificationSettings['smtp']>, email: Email): Promise<void> {
  const { host, port, tls, user, password, from } = smtp;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host, port, secure: tls === 'implicit', requireTLS: tls === 'starttls', ignoreTLS: tls === 'none' },
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ from, ...email });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    transport.close();
  }
}

/** The answer of a mail server quotes addresses, which do not belong in a log. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
  return `the mail server did not accept it (${responseCode ?? code ?? 'no answer'})`;
}
