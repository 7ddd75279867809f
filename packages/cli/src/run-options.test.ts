import { describe, expect, it } from 'vitest';
import { readRunOptions } from './run-options.ts';

describe('the options of parley run', () => {
  it('have defaults', () => {
    expect(readRunOptions([])).toEqual({
      files: [],
      selection: { tags: [], excludedTags: [] },
      variables: {},
      workers: 5,
      forFilesOnly: [],
      reports: [{ name: 'list' }],
      strictness: {
        isStrict: false,
        passesWithNoTests: false,
        undecided: 5,
        warnsUndecided: false,
      },
    });
  });

  it('are read from the command line', () => {
    const line =
      'a.yml b -g login -t smoke -t !slow --shard 1/2 -w 20 --retries 2 --url http://bot/';
    const more = ['--var', 'name=Ada = Lovelace', '-r', 'list', '-r', 'junit=out/a=b.xml'];
    more.push('--strict', '--pass-with-no-tests');
    expect(readRunOptions([...line.split(' '), ...more])).toEqual({
      files: ['a.yml', 'b'],
      selection: {
        grep: /login/i,
        tags: ['smoke'],
        excludedTags: ['slow'],
        shard: { part: 1, of: 2 },
      },
      url: 'http://bot/',
      variables: { name: 'Ada = Lovelace' },
      workers: 20,
      retries: 2,
      forFilesOnly: ['var', 'url', 'workers', 'retries'],
      reports: [{ name: 'list' }, { name: 'junit', path: 'out/a=b.xml' }],
      strictness: { isStrict: true, passesWithNoTests: true, undecided: 5, warnsUndecided: false },
    });
  });

  it('say where spans are received', () => {
    const line = 'a.yml --otlp-port 4318 --otlp-host 0.0.0.0';
    expect(readRunOptions(line.split(' '))).toMatchObject({
      otlp: { port: 4318, host: '0.0.0.0' },
      forFilesOnly: ['otlp-port'],
    });
  });

  it.each([
    ['--shard 9', '--shard is a part and a total'],
    ['--workers many', '--workers is a whole number from 1 to 1000'],
    ['--retries 6', '--retries is a whole number from 0 to 5'],
    ['--repeat 20', '--repeat: "20" is not a key of "repeat".'],
    ['--repeat passRate=2', '--repeat: "passRate" must be a rate between 0 and 1'],
    ['--undecided maybe', '--undecided is fail, pass or warn, not "maybe".'],
    ['--reporter pdf', 'There is no reporter "pdf"; there are list, junit, html, json, github.'],
    ['--grep (', '--grep is a regular expression'],
    ['--var name', '--var is name=value'],
    ['--otlp-port 0', '--otlp-port is a whole number from 1 to 65535'],
    ['--otlp-host 0.0.0.0', '--otlp-host needs --otlp-port.'],
    ['--recorded run.json --otlp-port 4318', 'so --otlp-port does nothing'],
    ['--unknown', "Unknown option '--unknown'"],
    ['--shard', "Option '--shard <value>' argument missing"],
  ])('%s is explained', (line, message) => {
    expect(() => readRunOptions(line.split(' '))).toThrow(message);
  });
});
