/**
 * Call progress tones by country: frequencies and cadence. Source: ITU-T E.180 Supplement 2, "Various tones used in national
 * networks". A country whose busy and congestion tones are equal only has the busy tone here.
 */

export type ProgressTone = 'ringing' | 'busy' | 'congestion';

export interface Cadence {
  /** ISO 3166 code. */
  country: string;
  tone: ProgressTone;
  /** Simultaneous frequencies in Hz. A modulated tone has its carrier only. */
  hertz: readonly number[];
  /** Milliseconds of sound and silence in turn. */
  cadence: readonly number[];
}

/** Spelled `frequencies on/off[/on/off…]`. */
const tones: Record<string, Partial<Record<ProgressTone, string>>> = {
  AT: { ringing: '420 1000/5000', busy: '420 400/400', congestion: '420 200/200' },
  AU: { ringing: '413+438 400/200/400/2000', busy: '425 375/375' },
  BE: { ringing: '425 1000/3000', busy: '425 500/500', congestion: '425 167/167' },
  BG: { ringing: '425 1000/4000', busy: '425 500/500', congestion: '425 250/250' },
  BR: { ringing: '425 1000/4000', busy: '425 250/250', congestion: '425 250/250/750/250' },
  CA: { ringing: '440+480 2000/4000', busy: '480+620 500/500', congestion: '480+620 250/250' },
  CH: { ringing: '425 1000/4000', busy: '425 500/500', congestion: '425 200/200' },
  CL: { ringing: '400 1000/3000', busy: '400 500/500', congestion: '400 200/200' },
  CN: { ringing: '450 1000/4000', busy: '450 350/350', congestion: '450 700/700' },
  CZ: { ringing: '425 1000/4000', busy: '425 330/330', congestion: '425 165/165' },
  DE: { ringing: '425 1000/4000', busy: '425 480/480', congestion: '425 240/240' },
  DK: { ringing: '425 1000/4000', busy: '425 500/500', congestion: '425 200/200' },
  EE: { ringing: '425 1000/4000', busy: '425 300/300', congestion: '425 200/200' },
  ES: { ringing: '425 1500/3000', busy: '425 200/200', congestion: '425 200/200/200/200/200/600' },
  FI: { ringing: '425 1000/4000', busy: '425 300/300', congestion: '425 200/200' },
  FR: { ringing: '440 1500/3500', busy: '440 500/500', congestion: '440 250/250' },
  GB: {
    ringing: '400+450 400/200/400/2000',
    busy: '400 375/375',
    congestion: '400 400/350/225/525',
  },
  GR: { ringing: '425 1000/4000', busy: '425 300/300', congestion: '425 200/200' },
  HU: { ringing: '425 1250/3750', busy: '425 300/300' },
  IL: { ringing: '414 1000/3000', busy: '414 500/500', congestion: '414 250/250' },
  IN: { ringing: '400 400/200/400/2000', busy: '400 750/750', congestion: '400 250/250' },
  IT: { ringing: '425 1000/4000', busy: '425 500/500', congestion: '425 200/200' },
  JP: { ringing: '400 1000/2000', busy: '400 500/500' },
  LT: { ringing: '425 1000/4000', busy: '425 350/350', congestion: '425 200/200' },
  MX: { ringing: '425 1000/4000', busy: '425 250/250' },
  MY: { ringing: '425 400/200/400/2000', busy: '425 500/500' },
  NL: { ringing: '425 1000/4000', busy: '425 500/500', congestion: '425 250/250' },
  NO: { ringing: '425 1000/4000', busy: '425 500/500', congestion: '425 200/200' },
  NZ: { ringing: '400+450 400/200/400/2000', busy: '400 500/500', congestion: '400 250/250' },
  PL: { ringing: '425 1000/4000', busy: '425 500/500' },
  PT: { ringing: '425 1000/5000', busy: '425 500/500', congestion: '425 200/200' },
  SE: { ringing: '425 1000/5000', busy: '425 250/250', congestion: '425 250/750' },
  US: { ringing: '440+480 2000/4000', busy: '480+620 500/500', congestion: '480+620 250/250' },
};

export const cadences: readonly Cadence[] = Object.entries(tones).flatMap(([country, own]) =>
  Object.entries(own).map(([tone, text]) => {
    const [frequencies = '', times = ''] = text.split(' ');
    return {
      country,
      tone: tone as ProgressTone,
      hertz: frequencies.split('+').map(Number),
      cadence: times.split('/').map(Number),
    };
  }),
);
