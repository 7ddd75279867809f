import { createHash } from 'node:crypto';
import {
  recordings as endpoints,
  forPrograms,
  projects,
  type Recording,
  recordingsMax,
  recordingUploadBytesMax,
} from '@parley/contract';
import { printWav } from '@parley/sip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordings as rows } from '../../db/schema/recordings.ts';
import { createBotSuite, startRun } from '../../test/bot-suite.ts';
import { createKey } from '../../test/filled-organization.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { tone, toneSamples } from '../../test/tone.ts';
import { folderOfRun, keepEvidenceIn } from '../runs/log/evidence.ts';
import { loadRecordingsOf } from './recordings.ts';

let app: TestApp;
let acme: Tenant;
let ada: Member;
let member: Member;
let stranger: Tenant;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app);
  ada = acme.owner;
  member = await acme.add('member');
  stranger = await createTenant(app, { name: 'Other' });
});

afterAll(() => app.close());

async function createProject(parentProjectId?: string): Promise<string> {
  const body = { name: `Line ${++made}`, ...(parentProjectId && { parentProjectId }) };
  return (await ada.call(projects.createProject, { body })).body.id;
}

const add = (projectId: string, name: string, file = tone(), by = ada) =>
  by.call(endpoints.addRecording, {
    params: { projectId },
    body: { name, audio: file.toString('base64') },
  });

async function download(projectId: string, { id }: Recording, by = ada) {
  const params = { projectId, recordingId: id };
  return by.call(endpoints.getRecordingAudio, { params });
}

const load = (projectId: string, name: string, { organizationId } = acme) =>
  loadRecordingsOf({ db: app.platform.db, organizationId }, projectId)(name);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('adding a recording', () => {
  it('stores it as a telephone would carry it, with the hash that verdicts name', async () => {
    const projectId = await createProject();
    const wide = toneSamples({ sampleRate: 48_000, seconds: 2 });
    const stereo = printWav({ sampleRate: 48_000, channels: [wide, wide] });
    const { body } = await add(projectId, 'prompts/menu.wav', stereo, member);
    expect(body).toMatchObject({ name: 'prompts/menu.wav', seconds: 2, longestPauseMs: 0 });
    const file = (await load(projectId, 'prompts/menu.wav')) as Buffer;
    expect(file.length).toBe(44 + 2 * 2 * 8000);
    expect(sha256(file)).toBe(body.sha256);
    const answer = await download(projectId, body);
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    const list = await member.call(endpoints.listRecordings, { params: { projectId } });
    expect(list.body).toEqual([body]);
  });

  it('leaves a file of that kind as it is', async () => {
    const projectId = await createProject();
    await add(projectId, 'a.wav');
    expect(await load(projectId, 'a.wav')).toEqual(tone());
  });

  it.each([
    ['a.mp3', tone(), 'it is not a WAV file'],
    ['../a.wav', tone(), "it is not a path inside the suite's folder"],
    ['a.wav', tone({ seconds: 0.3 }), 'has 0.3 s of sound, but needs 0.5 s'],
    ['a.wav', tone({ seconds: 61 }), 'is longer than 60 s'],
    ['a.wav', printWav({ sampleRate: 8000, channels: [new Int16Array(8000)] }), 'is silent'],
    ['a.wav', Buffer.from('RIFF but not really'), 'is not a 16-bit WAV file'],
    ['a.wav', Buffer.alloc(0), 'Not Base64'],
  ])('refuses %s (%#)', async (name, file, message) => {
    const projectId = await createProject();
    const answer = await add(projectId, name, file);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    expect(await load(projectId, name)).toBeUndefined();
  });

  it('refuses a file of more than 3 MB', async () => {
    const projectId = await createProject();
    const answer = await add(projectId, 'a.wav', Buffer.alloc(recordingUploadBytesMax + 3));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('At most 3 MB');
  });

  it('never replaces one, since verdicts would mean something else', async () => {
    const projectId = await createProject();
    await add(projectId, 'a.wav');
    const again = await add(projectId, 'a.wav', tone({ hz: 880 }));
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'name_taken' } } });
    expect(await load(projectId, 'a.wav')).toEqual(tone());
  });

  it('refuses more recordings than a project may have, even at the same time', async () => {
    const projectId = await createProject();
    const { organizationId } = acme;
    const file = tone({ seconds: 0.6 });
    const facts = { organizationId, projectId, file, seconds: 0.6, longestPauseMs: 0, sha256: '' };
    await app.platform.db.insert(rows).values(
      Array.from({ length: recordingsMax - 2 }, (_, at) => {
        const name = `stored ${at}.wav`;
        return { ...facts, id: `${projectId}-${at}`, name };
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => add(projectId, `r${at}.wav`, file)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    for (const { text } of refused) expect(text).toContain('limit_reached');
  });
});

describe('a recording', () => {
  it('of the project above counts, unless the project has one with its name', async () => {
    const above = await createProject();
    const below = await createProject(above);
    await add(above, 'a.wav', tone({ hz: 300 }));
    await add(above, 'b.wav', tone({ hz: 400 }));
    await add(below, 'b.wav', tone({ hz: 500 }));
    expect(await load(below, 'a.wav')).toEqual(tone({ hz: 300 }));
    expect(await load(below, 'b.wav')).toEqual(tone({ hz: 500 }));
    expect(await load(above, 'b.wav')).toEqual(tone({ hz: 400 }));
    const { body } = await ada.call(endpoints.listRecordings, { params: { projectId: below } });
    expect(body.map(({ name, projectId }) => [name, projectId])).toEqual([
      ['a.wav', above],
      ['b.wav', below],
    ]);
  });

  it('is nothing to another organization', async () => {
    const projectId = await createProject();
    const { body } = await add(projectId, 'a.wav');
    const params = { projectId, recordingId: body.id };
    const { owner } = stranger;
    expect((await owner.call(endpoints.listRecordings, { params })).status).toBe(404);
    expect((await download(projectId, body, owner)).status).toBe(404);
    expect((await owner.call(endpoints.deleteRecording, { params })).status).toBe(404);
    expect((await add(projectId, 'b.wav', tone(), owner)).status).toBe(404);
    expect(await load(projectId, 'a.wav', stranger)).toBeUndefined();
    expect(await load(projectId, 'a.wav')).toEqual(tone());
  });

  it('is gone once it is deleted, also for a run that comes later', async () => {
    const projectId = await createProject();
    const { body } = await add(projectId, 'a.wav');
    const params = { projectId, recordingId: body.id };
    expect((await member.call(endpoints.deleteRecording, { params })).status).toBe(204);
    expect(await load(projectId, 'a.wav')).toBeUndefined();
    expect((await download(projectId, body)).status).toBe(404);
  });

  it('can be managed by a program', async () => {
    const projectId = await createProject();
    const { key } = await createKey(ada);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const path = forPrograms.createRecording.path.replace('{projectId}', projectId);
    const created = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'a.wav', audio: tone().toString('base64') }),
    });
    const { id } = (await created.json()) as Recording;
    const audio = await fetch(`${app.url}${path}/${id}/audio`, { headers });
    expect(Buffer.from(await audio.arrayBuffer())).toEqual(tone());
    const deleted = await fetch(`${app.url}${path}/${id}`, { method: 'DELETE', headers });
    expect(deleted.status).toBe(204);
  });
});

describe("a step's recording", () => {
  it('becomes a recording of the project, without our own side of the call', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: 'https://bot.example/message' });
    const run = await startRun(ada, suiteId);
    const channels = [toneSamples(), toneSamples({ hz: 1500 })];
    const keep = keepEvidenceIn(app.platform.storage, folderOfRun(run.id), app.platform.log);
    const evidenceId = await keep({
      kind: 'audio',
      bytes: printWav({ sampleRate: 8000, channels }),
    });
    const params = { runId: run.id, evidenceId };
    const kept = await member.call(endpoints.keepRunRecording, {
      params,
      body: { name: 'greeting.wav' },
    });
    expect(kept).toMatchObject({ status: 201, body: { name: 'greeting.wav', seconds: 1 } });
    expect(await load(kept.body.projectId, 'greeting.wav')).toEqual(tone());
    const body = { name: 'other.wav' };
    const { owner } = stranger;
    expect((await owner.call(endpoints.keepRunRecording, { params, body })).status).toBe(404);
  });
});
