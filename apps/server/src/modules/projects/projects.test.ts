import { projects as endpoints, suites } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let acme: Tenant;
let stranger: Member;
let ada: Member;

beforeAll(async () => {
  app = await startTestApp();
  acme = await createTenant(app);
  ada = await acme.add('member');
  stranger = (await createTenant(app, { name: 'Other' })).owner;
});

afterAll(() => app.close());

/** Creates a project and checks that this succeeded. */
async function createProject(member: Member, name: string, parentProjectId?: string) {
  const answer = await member.call(endpoints.createProject, { body: { name, parentProjectId } });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function newOrganization(): Promise<Member> {
  return (await createTenant(app)).owner;
}

describe('creating a project', () => {
  it('[S-235, S-146] answers with the project, empty and at the top', async () => {
    const answer = await ada.call(endpoints.createProject, {
      body: { name: '  Billing line ', description: 'Everything about invoices' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Billing line',
      description: 'Everything about invoices',
      testSuiteCount: 0,
      parentProjectId: null,
    });
  });

  it.each([
    ['blank', '   '],
    ['only invisible characters', '\u200b\u202e'],
    ['longer than 120 characters', 'x'.repeat(121)],
    ['10 kB', 'x'.repeat(10_000)],
    ['with a line break', 'a\nb'],
    ['with a zero byte', 'a\u0000b'],
  ])('refuses a name that is %s', async (_, name) => {
    const answer = await ada.call(endpoints.createProject, { body: { name } });
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('invalid_request');
  });

  it.each([
    ['right to left', 'فواتير'],
    ['an emoji', '☎️ Hotline 👩‍💻'],
    ['markup', '<script>alert(1)</script>'],
    ['template syntax', '{{7*7}} #{1+1} <%= x %>'],
    ['a quote and SQL', `'; drop table projects; --`],
  ])('keeps a name with %s as it is', async (_, name) => {
    const member = await newOrganization();
    const project = await createProject(member, name);
    const read = await member.call(endpoints.getProject, { params: { projectId: project.id } });
    expect(read.body.name).toBe(name);
  });

  it('refuses a name that is taken at the same place, ignoring case and spelling of accents', async () => {
    const member = await newOrganization();
    await createProject(member, 'Café Ärger');
    const answer = await member.call(endpoints.createProject, {
      body: { name: 'CAFÉ ÄRGER'.normalize('NFD') },
    });
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({ code: 'name_taken' });
    expect(answer.error?.hint).toContain('Choose another name');
  });

  it('accepts one of many concurrent creations of the same name', async () => {
    const member = await newOrganization();
    const tries = Array.from({ length: 20 }, () =>
      member.call(endpoints.createProject, { body: { name: 'Race' } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });

  it('answers a repeated request with its first answer', async () => {
    const member = await newOrganization();
    const call = { body: { name: 'Once' }, headers: { 'idempotency-key': 'project-once' } };
    const first = await member.call(endpoints.createProject, call);
    const second = await member.call(endpoints.createProject, call);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it('ignores read-only fields of a project', async () => {
    const body = {
      name: 'Plain',
      id: 'mine',
      organizationId: 'x',
      testSuiteCount: 7,
      webchatSuites: 7,
    };
    const { body: project } = await ada.call(endpoints.createProject, { body });
    expect(project.id).not.toBe('mine');
    expect(project.testSuiteCount).toBe(0);
  });

  it('needs a session', async () => {
    const params = { userId: ada.userId, orgId: acme.organizationId };
    const answer = await app.call(endpoints.createProject, { params, body: { name: 'Nobody' } });
    expect(answer.status).toBe(401);
  });

  it('does not find the organization of others, nor their paths', async () => {
    const foreign = { orgId: acme.organizationId };
    const inOrganization = await stranger.call(endpoints.createProject, {
      params: foreign,
      body: { name: 'Intruder' },
    });
    expect(inOrganization.status).toBe(404);
    const inPath = await stranger.call(endpoints.createProject, {
      params: { ...foreign, userId: ada.userId },
      body: { name: 'Intruder' },
    });
    expect(inPath.status).toBe(404);
  });
});

describe('sub-projects', () => {
  it('[S-238, S-239, S-001] are created below a project and listed by name', async () => {
    const member = await newOrganization();
    const parent = await createProject(member, 'Bank');
    const params = { projectId: parent.id };
    for (const [name, parentInBody] of [
      ['savings', undefined],
      ['Cards', parent.id],
    ] as const) {
      const about = { name, description: `All ${name}` };
      const body = { ...about, ...(parentInBody && { parentProjectId: parentInBody }) };
      const answer = await member.call(endpoints.createSubproject, { params, body });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ ...about, parentProjectId: parent.id });
    }
    const { body } = await member.call(endpoints.listSubprojects, { params });
    expect(body.map(({ name }) => name)).toEqual(['Cards', 'savings']);
  });

  it('[S-146] have their own id and name, the id of their parent and a number of suites', async () => {
    const member = await newOrganization();
    const parent = await createProject(member, 'Bank');
    const { id } = await createProject(member, 'Cards', parent.id);
    for (const platform of ['phone', 'webchat', 'webchat'] as const) {
      const body = { name: `A ${platform} ${Math.random()}`, platform, projectId: id };
      expect((await member.call(suites.createSuite, { body })).status).toBe(201);
    }
    const { body } = await member.call(endpoints.listProjects);
    expect(body).toMatchObject([
      { id: parent.id, name: 'Bank', testSuiteCount: 0, parentProjectId: null },
      { id, name: 'Cards', testSuiteCount: 3, parentProjectId: parent.id },
    ]);
    expect(id).not.toBe(parent.id);
  });

  it('may have the name of a project elsewhere', async () => {
    const member = await newOrganization();
    const [one, two] = [await createProject(member, 'One'), await createProject(member, 'Two')];
    await createProject(member, 'Same', one.id);
    await createProject(member, 'Same', two.id);
    const again = await member.call(endpoints.createSubproject, {
      params: { projectId: two.id },
      body: { name: 'same' },
    });
    expect(again.error?.code).toBe('name_taken');
  });

  it('have none of their own', async () => {
    const member = await newOrganization();
    const top = await createProject(member, 'Top');
    const below = await createProject(member, 'Below', top.id);
    const answer = await member.call(endpoints.createSubproject, {
      params: { projectId: below.id },
      body: { name: 'Too deep' },
    });
    expect(answer.status).toBe(400);
    const query = { name: 'Too deep', parentId: below.id };
    const check = await member.call(endpoints.validateProjectName, { query });
    expect(check.body).toEqual({ valid: false, message: answer.error?.message });
  });

  it('are not found below a project of others', async () => {
    const project = await createProject(ada, 'Private');
    const params = { projectId: project.id };
    const listed = await stranger.call(endpoints.listSubprojects, { params });
    expect(listed.status).toBe(404);
    const created = await stranger.call(endpoints.createSubproject, {
      params,
      body: { name: 'x' },
    });
    expect(created.status).toBe(404);
    const inBody = await stranger.call(endpoints.createProject, {
      body: { name: 'x', parentProjectId: project.id },
    });
    expect(inBody.status).toBe(404);
  });
});

describe('the list of projects', () => {
  it('[S-232, S-148] lists all of them by name, in natural order', async () => {
    const member = await newOrganization();
    for (const name of ['zebra', 'Ärger', 'beta', 'Alpha', 'alpha 2'])
      await createProject(member, name);
    const { body } = await member.call(endpoints.listProjects);
    expect(Array.isArray(body) && body.map(({ name }) => name)).toEqual([
      'Alpha',
      'alpha 2',
      'Ärger',
      'beta',
      'zebra',
    ]);
  });

  it('[S-232, S-242, S-301] gives pages of ten with the total when a page is asked for', async () => {
    const member = await newOrganization();
    for (let number = 1; number <= 12; number += 1)
      await createProject(member, `Project ${String(number).padStart(2, '0')}`);
    expect((await member.call(endpoints.listProjects)).body).toHaveLength(12);
    const first = await member.call(endpoints.listProjects, { query: { page: 1 } });
    expect(first.body).toMatchObject({ pagination: { page: 1, pageSize: 10, total: 12 } });
    const last = await member.call(endpoints.listProjects, {
      query: { page: 2, sortBy: 'name', sortOrder: 'desc' },
    });
    expect('items' in last.body && last.body.items.map(({ name }) => name)).toEqual([
      'Project 02',
      'Project 01',
    ]);
    const beyond = await member.call(endpoints.listProjects, { query: { page: 1000 } });
    expect(beyond.body).toMatchObject({ items: [], pagination: { total: 12 } });
  });

  it('[S-242] filters a page by name and by parent, and has the requested length', async () => {
    const member = await newOrganization();
    const bank = await createProject(member, 'Bank');
    await createProject(member, 'Bakery');
    await createProject(member, 'Cards', bank.id);
    await createProject(member, 'Banking cards', bank.id);
    const find = async (query: object) => {
      const { body } = await member.call(endpoints.listProjects, { query: { page: 1, ...query } });
      return 'items' in body && [body.items.map(({ name }) => name), body.pagination.total];
    };
    expect(await find({ search: 'BANK' })).toEqual([['Bank', 'Banking cards'], 2]);
    expect(await find({ parentId: bank.id })).toEqual([['Banking cards', 'Cards'], 2]);
    expect(await find({ parentId: bank.id, search: 'bank' })).toEqual([['Banking cards'], 1]);
    expect(await find({ pageSize: 3 })).toEqual([['Bakery', 'Bank', 'Banking cards'], 4]);
  });

  it('[S-242] takes a length alone for the first page, and neither for all', async () => {
    const member = await newOrganization();
    for (const name of ['Cards', 'Alpha', 'Bank']) await createProject(member, name);
    const { body } = await member.call(endpoints.listProjects, { query: { pageSize: 2 } });
    expect(body).toMatchObject({
      items: [{ name: 'Alpha' }, { name: 'Bank' }],
      pagination: { page: 1, pageSize: 2, total: 3 },
    });
    const all = await member.call(endpoints.listProjects);
    expect(all.body).toHaveLength(3);
  });

  it('[S-242] sorts by number of suites and by change', async () => {
    const member = await newOrganization();
    // Sorted by name, the order would be reversed.
    const busy = await createProject(member, 'Busy');
    await createProject(member, 'Idle');
    await member.call(suites.createSuite, {
      body: { name: 'A', projectId: busy.id, platform: 'webchat' },
    });
    await member.call(endpoints.updateProject, {
      params: { projectId: busy.id },
      body: { name: 'Busy', description: 'touched' },
    });
    for (const [sortBy, expected] of [
      ['testSuiteCount', 'Busy'],
      ['lastModified', 'Busy'],
    ] as const) {
      const { body } = await member.call(endpoints.listProjects, {
        query: { page: 1, sortBy, sortOrder: 'desc' },
      });
      expect('items' in body && body.items[0]?.name).toBe(expected);
    }
  });

  it('searches names as text, ignoring case', async () => {
    const member = await newOrganization();
    for (const name of ['100 % Coverage', 'under_score', 'back\\slash', 'Plain'])
      await createProject(member, name);
    for (const [search, expected] of [
      ['%', ['100 % Coverage']],
      ['_', ['under_score']],
      ['\\', ['back\\slash']],
      ['PLAIN', ['Plain']],
      ["'", []],
    ] as const) {
      const { body } = await member.call(endpoints.listProjects, { query: { search } });
      expect(Array.isArray(body) && body.map(({ name }) => name)).toEqual(expected);
    }
  });

  it('narrows to one parent, and does not find the parent of others', async () => {
    const member = await newOrganization();
    const parent = await createProject(member, 'Parent');
    await createProject(member, 'Child', parent.id);
    const own = await member.call(endpoints.listProjects, { query: { parentId: parent.id } });
    expect(own.body).toMatchObject([{ name: 'Child' }]);
    const foreign = await stranger.call(endpoints.listProjects, { query: { parentId: parent.id } });
    expect(foreign.status).toBe(404);
  });

  it.each([
    ['page=0', { page: 0 }],
    ['page=-1', { page: -1 }],
    ['a fraction', { page: 1.5 }],
    ['pageSize=1000000000', { page: 1, pageSize: 1_000_000_000 }],
    ['an unknown order', { sortBy: 'id; drop table projects' }],
    ['an unknown direction', { sortOrder: 'sideways' }],
    ['a search with a zero byte', { search: 'a\u0000' }],
  ])('refuses %s', async (_, query) => {
    const answer = await ada.call(endpoints.listProjects, { query: query as never });
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('invalid_request');
  });

  it('[S-234, S-147, S-148] comes with its hierarchy, by name', async () => {
    const member = await newOrganization();
    const parent = await createProject(member, 'Parent');
    await createProject(member, 'A child', parent.id);
    const { body } = await member.call(endpoints.getProjectHierarchy);
    expect(body.flatProjects).toMatchObject([
      { name: 'A child', parentProjectId: parent.id },
      { name: 'Parent', parentProjectId: null },
    ]);
  });

  it('contains nothing of others', async () => {
    await createProject(ada, 'Only ours');
    const { body } = await stranger.call(endpoints.listProjects, {
      query: { search: 'Only ours' },
    });
    expect(body).toEqual([]);
  });
});

describe('one project', () => {
  it('[S-233] is read by its id', async () => {
    const project = await createProject(ada, 'Read me');
    const answer = await ada.call(endpoints.getProject, { params: { projectId: project.id } });
    expect(answer.body).toEqual(project);
  });

  it.each(['nowhere', '..', '%00', 'x'.repeat(300), '🙂', 'hierarchy2'])(
    'is not found by the id %j',
    async (projectId) => {
      const answer = await ada.call(endpoints.getProject, { params: { projectId } });
      expect(answer.status).toBe(404);
    },
  );

  it('is not found by others, in the same words as one that does not exist', async () => {
    const project = await createProject(ada, 'Ours');
    const foreign = await stranger.call(endpoints.getProject, {
      params: { projectId: project.id },
    });
    const unknown = await stranger.call(endpoints.getProject, { params: { projectId: 'unknown' } });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
  });
});

describe('changing a project', () => {
  it('[S-236] renames it; omitted fields stay unchanged', async () => {
    const member = await newOrganization();
    const { body: project } = await member.call(endpoints.createProject, {
      body: { name: 'Old', description: 'Stays' },
    });
    const answer = await member.call(endpoints.updateProject, {
      params: { projectId: project.id },
      body: { name: 'New' },
    });
    expect(answer.body).toMatchObject({ id: project.id, name: 'New', description: 'Stays' });
    const params = { projectId: project.id };
    const body = { name: 'Newer', description: 'Changed' };
    expect((await member.call(endpoints.updateProject, { params, body })).status).toBe(200);
    expect((await member.call(endpoints.getProject, { params })).body).toMatchObject(body);
  });

  it('[S-236] stores all that the body holds, also an empty description, and of no other project', async () => {
    const member = await newOrganization();
    const other = await createProject(member, 'Other');
    const { body: project } = await member.call(endpoints.createProject, {
      body: { name: 'Old', description: 'Goes' },
    });
    const params = { projectId: project.id };
    for (const description of ['', 'Comes back', '']) {
      const body = { name: 'New', description };
      const answer = await member.call(endpoints.updateProject, { params, body });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: project.id, parentProjectId: null, ...body });
      expect((await member.call(endpoints.getProject, { params })).body).toEqual(answer.body);
    }
    const { body: untouched } = await member.call(endpoints.getProject, {
      params: { projectId: other.id },
    });
    expect(untouched).toEqual(other);
  });

  it('refuses a change that started from an older version, and loses neither', async () => {
    const member = await newOrganization();
    const { id: projectId, version } = await createProject(member, 'Hotline');
    const params = { projectId };
    const rename = (name: string) =>
      member.call(endpoints.updateProject, { params, body: { name, version } });
    const first = await rename('Hotline North');
    expect(first.body.version).toBe(version + 1);
    const second = await rename('Hotline South');
    expect(second.status).toBe(409);
    expect(second.error?.message).toContain('“Hotline North”');
    const { body } = await member.call(endpoints.getProject, { params });
    expect(body.name).toBe('Hotline North');
  });

  it('may change the case of its own name, but not take that of another', async () => {
    const member = await newOrganization();
    const project = await createProject(member, 'mine');
    await createProject(member, 'Taken');
    const params = { projectId: project.id };
    const own = await member.call(endpoints.updateProject, { params, body: { name: 'Mine' } });
    expect(own.body.name).toBe('Mine');
    const taken = await member.call(endpoints.updateProject, { params, body: { name: 'TAKEN' } });
    expect(taken.error?.code).toBe('name_taken');
  });

  it('changes nothing of others', async () => {
    const project = await createProject(ada, 'Untouched');
    const answer = await stranger.call(endpoints.updateProject, {
      params: { projectId: project.id },
      body: { name: 'Hijacked' },
    });
    expect(answer.status).toBe(404);
    const { body } = await ada.call(endpoints.getProject, { params: { projectId: project.id } });
    expect(body).toEqual(project);
  });
});

describe('deleting a project', () => {
  it('[S-237, S-241] is possible when it is empty', async () => {
    const member = await newOrganization();
    const { id: projectId } = await createProject(member, 'Gone soon');
    const check = await member.call(endpoints.canDeleteProject, { params: { projectId } });
    expect(check.body).toEqual({ canDelete: true });
    const deleted = await member.call(endpoints.deleteProject, { params: { projectId } });
    expect(deleted.status).toBe(204);
    const again = await member.call(endpoints.deleteProject, { params: { projectId } });
    expect(again.status).toBe(404);
  });

  it('[S-208, S-241] is refused with the reason when something is in it', async () => {
    const member = await newOrganization();
    const { id: projectId } = await createProject(member, 'Full');
    await createProject(member, 'Below', projectId);
    for (const name of ['A', 'B'])
      await member.call(suites.createSuite, { body: { name, projectId, platform: 'webchat' } });
    const reason = 'It still contains 2 test suites and 1 sub-project.';
    const check = await member.call(endpoints.canDeleteProject, { params: { projectId } });
    expect(check.body).toEqual({ canDelete: false, reason });
    const deleted = await member.call(endpoints.deleteProject, { params: { projectId } });
    expect(deleted.status).toBe(409);
    expect(deleted.error).toMatchObject({ code: 'not_empty', message: reason });
  });

  it.each([
    {
      what: 'a suite',
      add: (member: Member, projectId: string) =>
        member.call(suites.createSuite, { body: { name: 'Late', projectId, platform: 'webchat' } }),
    },
    {
      what: 'a sub-project',
      add: (member: Member, projectId: string) =>
        member.call(endpoints.createSubproject, { params: { projectId }, body: { name: 'Late' } }),
    },
  ])('never leaves $what without its project when both happen at once', async ({ add }) => {
    const member = await newOrganization();
    for (let round = 0; round < 10; round += 1) {
      const { id: projectId } = await createProject(member, `Round ${round}`);
      const [deleted, created] = await Promise.all([
        member.call(endpoints.deleteProject, { params: { projectId } }),
        add(member, projectId),
      ]);
      const outcome = `${deleted.status} ${created.status}`;
      expect(['204 404', '409 201']).toContain(outcome);
    }
  });

  it('is not possible for others', async () => {
    const { id: projectId } = await createProject(ada, 'Kept');
    for (const endpoint of [endpoints.canDeleteProject, endpoints.deleteProject]) {
      const answer = await stranger.call(endpoint, { params: { projectId } });
      expect(answer.status).toBe(404);
    }
    const read = await ada.call(endpoints.getProject, { params: { projectId } });
    expect(read.status).toBe(200);
  });
});

describe('checking a name', () => {
  it('[S-207, S-240] says whether it is free at its place', async () => {
    const member = await newOrganization();
    const project = await createProject(member, 'Taken');
    const check = async (query: { name: string; parentId?: string; excludeId?: string }) =>
      (await member.call(endpoints.validateProjectName, { query })).body;
    expect(await check({ name: 'Free' })).toEqual({ valid: true });
    expect(await check({ name: ' taken ' })).toEqual({
      valid: false,
      message: 'This name is already used here.',
    });
    expect(await check({ name: 'TAKEN', excludeId: project.id })).toEqual({ valid: true });
    expect(await check({ name: 'Taken', parentId: project.id })).toEqual({ valid: true });
    const below = await createProject(member, 'Below', project.id);
    expect(await check({ name: 'Below' })).toEqual({ valid: true });
    const there = { name: 'below', parentId: project.id };
    expect((await check(there)).valid).toBe(false);
    expect(await check({ ...there, excludeId: below.id })).toEqual({ valid: true });
    expect(await check({ name: '  ' })).toEqual({ valid: false, message: 'Enter a name.' });
    expect((await check({ name: 'x'.repeat(9000) })).valid).toBe(false);
  });

  it('says nothing about the names of others', async () => {
    const project = await createProject(ada, 'Secret plan');
    const free = await stranger.call(endpoints.validateProjectName, {
      query: { name: 'Secret plan' },
    });
    expect(free.body).toEqual({ valid: true });
    for (const place of [{ parentId: project.id }, { excludeId: project.id }]) {
      const answer = await stranger.call(endpoints.validateProjectName, {
        query: { name: 'x', ...place },
      });
      expect(answer.status).toBe(404);
    }
  });
});
