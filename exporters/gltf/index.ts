import { linesToShow } from '../../src/check/lines.ts';
import type { Exporter, LoadedWalkmesh } from '../../src/formats/contracts.ts';
import type { ObjectPlacement } from '../../src/level/level.ts';
import { ZERO } from '../../src/mesh/vec3.ts';

export const glbExporter: Exporter = {
	name: 'glb',
	summary: 'glTF 2.0 for inspection, one binary file',
	extensions: ['.glb'],
	holds: 'any',
	write: (walkmeshes, options, context) => write('glb', walkmeshes, options, context),
};

export const gltfExporter: Exporter = {
	name: 'gltf',
	summary: 'glTF 2.0 for inspection, JSON with its data inside',
	extensions: ['.gltf'],
	holds: 'any',
	write: (walkmeshes, options, context) => write('gltf', walkmeshes, options, context),
};

async function write(format: 'glb' | 'gltf', ...args: Parameters<Exporter['write']>): Promise<Uint8Array> {
	const [walkmeshes, , context] = args;
	const { roomNames, roomPositions } = context;
	const { writeGltf } = await import('./write.ts');
	const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
	const rooms = {
		...(roomNames === undefined ? {} : { roomNames }),
		...(roomPositions === undefined ? {} : { roomPositions }),
	};
	const names = meshes.map(({ name }) => name);
	const lines = linesToShow(context.report.findings, names);
	return writeGltf(meshes, { format, ...rooms, placements: placementsOf(walkmeshes), lines }, context);
}

/** Where the models stand: each once, whatever states it has. Several models without places stand at the origin, each below a root of its own. */
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
	// Alone, a model needs no root to be told from others.
	const isAtOrigin = ({ position, bearing }: ObjectPlacement): boolean => [...position, bearing].every((v) => v === 0);
	return models.size === 1 && placed.every(isAtOrigin) ? [] : placed;
}
