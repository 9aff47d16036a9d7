import { linesToShow } from '../../src/facts/lines.ts';
import { flag, type GivenOf } from '../../src/findings/options.ts';
import type { Exporter, LoadedWalkmesh, WriteContext } from '../../src/formats/contracts.ts';
import { ZERO } from '../../src/math/vec3.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';

export const GLTF_WRITE_OPTIONS = {
	findings: flag(
		'Show what was found in inspection files: pins, and lines to where the ground ends, each a node.',
		false,
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
	const { checks, report, surfaces } = context;
	const findings =
		options.findings === true ? (checks?.findingsToShow(meshes, surfaces, report) ?? report.findings) : [];
	const lines = linesToShow(findings, names);
	const placements = placementsOf(walkmeshes);
	return writeGltf(meshes, { format, ...rooms, placements, things, lines, findings }, context);
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
