import type { Report } from '../../src/findings/report.ts';
import type { Exporter, LoadedWalkmesh } from '../../src/formats/contracts.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { baseName } from '../../src/text/paths.ts';
import { OBJ_WRITE_FINDINGS } from './hooks.ts';
import { writeMtl, writeObj } from './write.ts';

export const objExporter: Exporter = {
	name: 'obj',
	summary: 'Wavefront OBJ with its material library beside it',
	extensions: ['.obj'],
	holds: 'any',
	get findings() {
		return OBJ_WRITE_FINDINGS;
	},
	async write(walkmeshes, _, { report, surfaces, output, roomNames }) {
		const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
		const library = output === '-' ? undefined : baseName(mtlPath(output));
		reportPlacements(walkmeshes, report);
		const options = {
			...(roomNames === undefined ? {} : { roomNames }),
			...(library === undefined ? {} : { materialLibrary: library }),
		};
		return writeObj(meshes, surfaces, options, report);
	},
	beside(walkmeshes, { surfaces, output }) {
		if (output === '-') return [];
		const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
		return [{ path: mtlPath(output), bytes: writeMtl(meshes, surfaces) }];
	},
};

/** Reports objects that stand away from the origin of what the file shows. One that is alone in it is written as its own file would have it. */
function reportPlacements(walkmeshes: readonly LoadedWalkmesh[], report: Report): void {
	const models = groupBy(walkmeshes, ({ walkmesh: { kind, name } }) => `${kind} ${name.toLowerCase()}`);
	if (models.size < 2) return;
	const placed = [...models.values()].flatMap(([first]) => first.placements ?? []);
	const lost = placed.filter(({ position, bearing }) => [...position, bearing].some((value) => value !== 0));
	if (lost.length === 0) return;
	const names = [...new Set(lost.map(({ model }) => model))].join(', ');
	report.add(OBJ_WRITE_FINDINGS.OBJ_PLACEMENTS_LOST, {}, { count: lost.length, names });
}

/** `room.obj` → `room.mtl` */
function mtlPath(output: string): string {
	return `${output.replace(/\.obj$/i, '')}.mtl`;
}
