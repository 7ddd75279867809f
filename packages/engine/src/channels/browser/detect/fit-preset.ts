/** Compares presets with the elements found on a page. Needs no browser. */
import {
  type BrowserChannelConfiguration,
  type WidgetPresetName,
  widgetPresetNames,
} from '@parley/suite';
import { type WidgetPreset, widgetPresets } from './presets.ts';
import type { Block } from './room.ts';
import type { FoundControl, FoundField, Survey } from './survey.ts';
import type { ToldTurn } from './tell-turn.ts';

export type PresetSetting = BrowserChannelConfiguration['preset'];

export interface NamedPreset extends WidgetPreset {
  name: WidgetPresetName;
  /** True if the suite names the preset. */
  isChosen: boolean;
}

/** Presets to try on a page. */
export function presetsToTry(setting: PresetSetting = 'automatic'): NamedPreset[] {
  const names = widgetPresetNames.filter((name) => setting === 'automatic' || name === setting);
  return names.map((name) => ({
    name,
    isChosen: setting === name,
    ...widgetPresets[name],
  }));
}

interface SurveyedFrame {
  survey: Survey;
  /** Presets whose iframe is this frame or contains it. `launcherFramedBy` is the same for the iframe of the launcher. */
  framedBy: readonly string[];
  launcherFramedBy: readonly string[];
}

/** Presets that recognize the page or are named by the suite. */
export const presetsOf = (presets: readonly NamedPreset[], frames: readonly SurveyedFrame[]) =>
  presets.filter(
    ({ name, isChosen }) => isChosen || frames.some(({ survey }) => survey.presets.includes(name)),
  );

/** @returns the preset that names this field as the one to type into */
export const presetOfField = (
  presets: readonly NamedPreset[],
  { presets: fits }: Pick<FoundField, 'presets'>,
  { framedBy }: Pick<SurveyedFrame, 'framedBy'>,
): NamedPreset | undefined =>
  presets.find(
    ({ name, frame, input }) =>
      (frame !== undefined || input !== undefined) &&
      (frame === undefined || framedBy.includes(name)) &&
      (input === undefined || fits.includes(name)),
  );

/** @returns the preset that names this control as the one that opens the widget */
export const presetOfOpener = (
  presets: readonly NamedPreset[],
  { presets: fits }: Pick<FoundControl, 'presets'>,
  { launcherFramedBy }: Pick<SurveyedFrame, 'launcherFramedBy'>,
): NamedPreset | undefined =>
  presets.find(
    ({ name, launcher, launcherFrame }) =>
      launcher !== undefined &&
      fits.includes(name) &&
      (launcherFrame === undefined || launcherFramedBy.includes(name)),
  );

export const presetFits = ({ name, version, known }: NamedPreset): string =>
  `Preset ${name} (version ${version}, ${'seen' in known ? `seen in ${known.seen}` : `published by ${known.published}`}) fits`;

export const presetDropped = (name: WidgetPresetName, why: string): string =>
  `Preset ${name} does not fit: ${why}. Parley looks at the page alone`;

/** @returns the way in which the messages of a turn contradict the preset; undefined if they do not */
export function whyDropped(
  { reply }: Pick<WidgetPreset, 'reply'>,
  { bot, echo }: ToldTurn,
): string | undefined {
  if (reply === undefined) return undefined;
  if (echo.some(isReply)) return "it mistakes the user's message for a reply";
  const isStale = echo.length > 0 && bot.length > 0 && !bot.some(isReply);
  return isStale ? 'it misses everything that the bot said' : undefined;
}

/** @returns true if the person's message was found and the preset marks it as the person's */
export const tellsApart = ({ echo }: ToldTurn): boolean =>
  echo.length > 0 && echo.every(({ mark }) => mark === 'person');

/** Counts texts of uncertain origin as replies if the preset marks them as such. Never removes a reply. */
export function settleByPreset(told: ToldTurn, blocks: readonly Block[]): ToldTurn {
  const settled = told.unsure.filter(({ mark }) => mark === 'reply');
  if (settled.length === 0) return told;
  const bot = new Set([...told.bot, ...settled]);
  return {
    ...told,
    bot: blocks.filter((block) => bot.has(block)),
    unsure: told.unsure.filter((block) => !settled.includes(block)),
  };
}

const isReply = ({ mark }: Block) => mark === 'reply' || mark === 'both';
