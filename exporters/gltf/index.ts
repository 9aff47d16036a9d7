import { linesToShow } from '../../src/facts/lines.ts';
import { flag, type GivenOf } from '../../src/findings/options.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import type { Exporter, LoadedWalkmesh, WriteContext } from '../../src/formats/contracts.ts';
import { ZERO } from '../../src/math/vec3.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import { locationOf, type Walkmesh } from '../../src/model/walkmesh.ts';

/** Most pins for findings of the same code. */
const MOST_OF_A_CODE = 200;

export const GLTF_WRITE_OPTIONS = {
	findings: flag(
		false,
		'Show what was found in inspection files: pins, and lines to where the ground ends, each a node.',
	),
};

export const glbExporter: Exporter<typeof GLTF_WRITE_OPTIONS> = {
	name: 'glb',
	summary: 'glTF 2.0 for inspection, one binary file',
	extensions: ['.glb'],
	holds: 'any',
	options: GLTF_WRITE_OPTIONS,
	write: (walkmeshes, options, context) => write('glb', walkmeshes, options, context),
};

export const gltfExporter: Exporter<typeof GLTF_WRITE_OPTIONS> = {
	name: 'gltf',
	summary: 'glTF 2.0 for inspection, JSON with its data inside',
	extensions: ['.gltf'],
	holds: 'any',
	options: GLTF_WRITE_OPTIONS,
	write: (walkmeshes, options, context) => write('gltf', walkmeshes, options, context),
};

async function write(
	format: 'glb' | 'gltf',
	walkmeshes: readonly LoadedWalkmesh[],
	options: GivenOf<typeof GLTF_WRITE_OPTIONS>,
	context: WriteContext,
): Promise<Uint8Array> {
	const { roomNames, roomPositions, things = [] } = context;
	const { writeGltf } = await import('./write.ts');
	const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
	const rooms = {
		...(roomNames === undefined ? {} : { roomNames }),
		...(roomPositions === undefined ? {} : { roomPositions }),
	};
	const names = meshes.map(({ name }) => name);
	const findings = options.findings === true ? await findingsOf(meshes, context) : [];
	const lines = linesToShow(findings, names);
	const placements = placementsOf(walkmeshes);
	return writeGltf(meshes, { format, ...rooms, placements, things, lines, findings }, context);
}

/** The findings so far, and those of checking the walkmeshes, since stages have only checked what was made from a scene. */
async function findingsOf(meshes: readonly Walkmesh[], { report, surfaces }: WriteContext): Promise<Finding[]> {
	const [{ runMeshChecks }, { checkContext }, { withoutConsequences }] = await Promise.all([
		import('../../check/mesh.ts'),
		import('../../src/facts/context.ts'),
		import('../../check/causes.ts'),
	]);
	const own = new Report({ keep: MOST_OF_A_CODE });
	// Findings in a placeable or door have coordinates of the model, not of the area, so they only fit if it is shown alone.
	const looked = meshes.length === 1 ? meshes : meshes.filter(({ kind }) => kind === 'area');
	for (const mesh of looked) runMeshChecks(checkContext(mesh, surfaces, own.within(locationOf(mesh))));
	const placeOf = ({ code, location: { at } }: Finding): string => `${code} ${at?.join()}`;
	const known = new Set(report.findings.map(placeOf));
	return withoutConsequences([...report.findings, ...own.findings.filter((finding) => !known.has(placeOf(finding)))]);
}

/** Positions of the models, once for each model with all its states. Several models without positions are at the origin, each below its own root. */
function placementsOf(walkmeshes: readonly LoadedWalkmesh[]): ObjectPlacement[] {
	const models = new Map<string, readonly ObjectPlacement[]>();
	for (const { walkmesh, placements } of walkmeshes) {
		const { kind, name } = walkmesh;
		const key = `${kind} ${name.toLowerCase()}`;
		const before = models.get(key) ?? [];
		const origin = { kind, model: name, position: ZERO, bearing: 0 } as ObjectPlacement;
		models.set(key, before.length > 0 ? before : kind === 'area' ? [] : (placements ?? [origin]));
	}
	const placed = [...models.values()].flat();
	// A single model at the origin needs no root of its own.
	const isAtOrigin = ({ position, bearing }: ObjectPlacement): boolean => [...position, bearing].every((v) => v === 0);
	return models.size === 1 && placed.every(isAtOrigin) ? [] : placed;
}
