/**
 * The layers and the direction of imports: cli, hosts, viewer → incremental → pipeline → importers, exporters → src.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const mayNotImport = {
	src: ['importers', 'exporters', 'pipeline', 'incremental', 'cli', 'hosts', 'viewer'],
	importers: ['exporters', 'pipeline', 'incremental', 'cli', 'hosts', 'viewer'],
	exporters: ['importers', 'pipeline', 'incremental', 'cli', 'hosts', 'viewer'],
	pipeline: ['incremental', 'cli', 'hosts', 'viewer'],
	incremental: ['cli', 'hosts', 'viewer'],
	cli: ['hosts', 'viewer'],
	hosts: ['cli', 'viewer'],
	viewer: ['cli', 'hosts', 'incremental'],
};

export default {
	forbidden: [
		{
			name: 'no-circle',
			comment: 'Files that import each other in a circle cannot be understood or tested by themselves.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...Object.entries(mayNotImport).map(([layer, above]) => ({
			name: `${layer}-imports-downwards`,
			comment: `Nothing in ${layer}/ may import from ${above.join('/, ')}/ .`,
			severity: 'error',
			from: { path: `^${layer}/` },
			to: { path: `^(${[...above, 'index\\.ts$', 'test', 'bench', 'fixtures', 'scripts'].join('|')})` },
		})),
		{
			name: 'disk-at-the-edge',
			comment:
				'Files are touched in cli/, hosts/, incremental/ and the few files of pipeline/ that read and write, so that everything else runs anywhere.',
			severity: 'error',
			from: {
				path: '^(src|importers|exporters|pipeline|index\\.ts)',
				pathNot:
					'^pipeline/(files|edit|left-rooms|folders|ranges|archives|game|game-install|inputs|check-inputs|atomic|staging|kept-files|identity|outputs|written)\\.ts',
			},
			to: { path: '^(node:)?fs(/promises)?$' },
		},
		{
			name: 'core-is-pure',
			comment: 'src/, importers/ and exporters/ run in a browser: no Node modules.',
			severity: 'error',
			from: { path: '^(src|importers|exporters)/' },
			to: { dependencyTypes: ['core'] },
		},
		{
			name: 'shipped-code-uses-shipped-packages',
			comment: 'A package that only developers have must not be needed at run time.',
			severity: 'error',
			from: { path: '^(src|importers|exporters|pipeline|incremental|cli|hosts|index\\.ts)' },
			to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
		},
		{
			name: 'nothing-unresolvable',
			severity: 'error',
			from: {},
			to: { couldNotResolve: true },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
	},
};
