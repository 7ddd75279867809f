/** Handles the form before the chat if the suite names the parts of the chat. */
import type { BrowserChannelConfiguration, Values } from '@parley/suite';
import { fillTemplate } from '@parley/suite';
import type { Page } from 'playwright-core';
import { surveyFrames } from './detect/find-widget.ts';
import {
  fillPrechat,
  findPrechat,
  type Prechat,
  type PrechatForm,
  prechatAsked,
  prechatRefused,
} from './detect/prechat.ts';

const lookEveryMs = 200;
/** Time without a form, in milliseconds, after which a chat with a visible field counts as open. */
const settledMs = 600;
/** Time limit for the form to disappear, in milliseconds. */
const closingMs = 6_000;

/** Fills in the variables that the channel's form before the chat uses. */
export function withPrechatValues(
  configuration: BrowserChannelConfiguration,
  values: Values,
): BrowserChannelConfiguration {
  const { prechat } = configuration;
  if (prechat === undefined) return configuration;
  const filled = Object.entries(prechat).map(([label, text]) => [
    label,
    fillTemplate(text, values),
  ]);
  return { ...configuration, prechat: Object.fromEntries(filled) };
}

/** Fills in the form if there is one, and waits until it is gone. */
export async function passPrechat(
  page: Page,
  prechat: Prechat,
  isOpen: () => Promise<boolean>,
  deadline: number,
): Promise<void> {
  let openSince: number | undefined;
  let filledAt: number | undefined;
  for (;;) {
    const form = await onlyForm(page);
    const now = performance.now();
    if (filledAt !== undefined) {
      if (!form) return;
      if (now - filledAt > closingMs || now >= deadline) throw prechatRefused(form);
    } else if (form) {
      await fillPrechat(form, prechat, deadline);
      filledAt = performance.now();
    } else {
      openSince = (await isOpen()) ? (openSince ?? now) : undefined;
      if (now >= deadline || (openSince !== undefined && now - openSince >= settledMs)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** @returns the error to show if a form explains why a field did not appear */
export async function whyClosed(
  page: Page,
  prechat: Prechat | undefined,
): Promise<Error | undefined> {
  const form = prechat === undefined ? await onlyForm(page).catch(() => undefined) : undefined;
  return form && prechatAsked(form);
}

async function onlyForm(page: Page): Promise<PrechatForm | undefined> {
  const { frames, surveys } = await surveyFrames(page, undefined, []);
  const [form, another] = await findPrechat(page, frames, surveys);
  return another ? undefined : form;
}
