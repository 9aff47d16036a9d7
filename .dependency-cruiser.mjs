/**
 * The layers: every folder that holds code, the lowest first. A file may import from its own folder and from those above it in this list, types included.
 * A new folder gets its line here.
 */
const LAYERS = [
	// What is true of a walkmesh. No disk, no Node.
	'src/math',
	'src/text',
	'src/findings',
	'src/model',
	'src/geometry',
	'src/tree',
	'src/plan',
	'src/bwm',
	'src/scene',
	'src/seams',
	'src/facts',
	'src/clean',
	'src/propose',
	'src/formats',
	'src/pins',
	// Formats of scenes and walkmeshes.
	'importers/twoda',
	'importers/bwm',
	'importers/ascii',
	'importers/obj',
	'importers/gltf',
	'exporters/bwm',
	'exporters/ascii',
	'exporters/obj',
	'exporters/gltf',
	// Conversions: stages, recipes, registry, files.
	'pipeline/disk',
	'pipeline/stages',
	'pipeline',
	// Rooms that belong together.
	'level/query',
	'level/collision',
	'level/links',
	'level/rooms',
	'level/formats',
	'level/kit',
	'level',
	// What can be wrong.
	'check/tables',
	'check/mesh',
	'check/facts',
	'check/seams',
	'check/rooms',
	'check/things',
	'check/ground',
	'check',
	'check/inspect',
	// Pictures of it.
	'pictures/svg',
	'pictures/png',
	'pictures',
	// The files of the game around it.
	'game/archives',
	'game/gff',
	'game/area',
	'game/mdl',
	'game/installation',
	// What commands, plugins and builds do.
	'jobs/files',
	'jobs/config',
	'jobs/level',
	'jobs/edit',
	'jobs/each',
	'jobs/game',
	'jobs',
	'builds/cache',
	'builds/config',
	'builds/steps',
	'builds',
	'builds/emit',
	'viewer/page',
	'viewer/core',
	'viewer/scene',
	'viewer/panels',
	'viewer',
	'hosts',
	'hosts/gltf-transform',
	'hosts/unplugin',
	'cli/shared',
	'cli/commands',
	'cli/view',
	'cli/game',
	'cli',
];

/** Folders whose code never touches a file. */
const PURE = '^(src|importers|exporters|level|check|pictures)/';

const file = (layers) => `^(?:${layers.join('|')})/[^/]+$`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{
			name: 'no-circle',
			comment: 'Files that import each other in a circle cannot be understood or tested by themselves.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...LAYERS.slice(0, -1).map((layer, index) => ({
			name: `${layer}-imports-downwards`,
			comment: `${layer}/ may import only from folders that stand before it in .dependency-cruiser.mjs.`,
			severity: 'error',
			from: { path: file([layer]) },
			to: { path: `${file(LAYERS.slice(index + 1))}|^(index|node)\\.ts$|^entries/` },
		})),
		{
			name: 'known-folders',
			comment: 'A new folder gets its line among the layers of .dependency-cruiser.mjs.',
			severity: 'error',
			from: {},
			to: {
				path: '^(src|importers|exporters|pipeline|level|check|pictures|game|jobs|builds|viewer|hosts|cli|entries)/',
				pathNot: file(LAYERS),
			},
		},
		{
			name: 'shipped-code-only',
			comment: 'What is shipped uses nothing of tests, fixtures, benchmarks and scripts.',
			severity: 'error',
			from: {
				path: '^(index|node)\\.ts$|^(src|importers|exporters|pipeline|level|check|pictures|game|jobs|builds|viewer|hosts|cli|entries)/',
			},
			to: { path: '^(test|bench|fixtures|scripts)/' },
		},
		{
			name: 'disk-at-the-edge',
			comment: 'Conversions touch files in pipeline/disk/ only, so that everything else runs anywhere.',
			severity: 'error',
			from: { path: '^pipeline/', pathNot: '^pipeline/disk/' },
			to: { path: '^(node:)?fs(/promises)?$' },
		},
		{
			name: 'core-is-pure',
			comment: 'Runs in a browser: no Node modules. Bundles for browsers have another module in place of code.ts.',
			severity: 'error',
			from: { path: PURE, pathNot: '^pictures/png/code\\.ts$' },
			to: { dependencyTypes: ['core'] },
		},
		{
			name: 'shipped-code-uses-shipped-packages',
			comment: 'A package that only developers have must not be needed at run time.',
			severity: 'error',
			from: { path: '^(src|importers|exporters|pipeline|level|check|pictures|game|jobs|builds|cli|hosts|index\\.ts)' },
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
