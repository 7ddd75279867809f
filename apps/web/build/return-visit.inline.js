(() => {
  if (document.documentElement.dataset.session !== 'returning') return;
  // The font takes its turn after the program, which is drawn in another until then.
  const onload = () => document.fonts.load('1em "Inter Variable"').catch(() => {});
  const shell = { rel: 'modulepreload', href: 'SHELL', onload };
  document.head.append(Object.assign(document.createElement('link'), shell));
  try {
    const stored = (key) => JSON.parse(localStorage.getItem(key))?.state;
    const organization = stored('org').currentOrganization;
    // An organization with an address of its own is not asked here.
    if (organization.apiURL) return;
    const [, page, id] = location.pathname.split('/');
    const values = {
      userId: stored('auth').user.id,
      orgId: organization.id,
      projectId: id,
      suiteId: id,
    };
    const { session, projects, project, suite } = 'CALLS';
    const projectsReadAt = stored('project-storage')?.fetchedAt[organization.id] ?? 0;
    const hasProjects = Date.now() - projectsReadAt < 'PROJECTS_CACHED_FOR_MS';
    const paths = [
      // A tab that has read its session keeps it for a while.
      ...(sessionStorage.getItem('parley-session-flag') ? [] : session),
      ...(hasProjects ? [] : projects),
      ...(id && page === 'projects' ? project : []),
      ...(id && page === 'test-suite' ? suite : []),
    ];
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${localStorage.getItem('jwt')}`,
    };
    const ahead = {};
    for (const path of paths) {
      const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
      ahead[url] = fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
      ahead[url].catch(() => {});
    }
    globalThis.askedAhead = ahead;
    // What nobody has taken by then is old, and an answer that nobody reads holds its connection.
    setTimeout(() => {
      delete globalThis.askedAhead;
      for (const answer of Object.values(ahead))
        answer.then(
          ({ body }) => body?.cancel(),
          () => {},
        );
    }, 10_000);
  } catch {
    // Nothing is stored, or something else: the page asks by itself.
  }
})();
