import { linearToSrgbByte, type SurfaceTable, surfaceColour, surfaceMaterialName } from '../../src/surfaces/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';

/** Writes the material library of an OBJ: the colour of each surface that occurs, sRGB as viewers expect it. */
export function writeMtl(meshes: readonly Walkmesh[], table: SurfaceTable): Uint8Array {
	const surfaces = new Set<number>();
	for (const mesh of meshes) for (const surface of mesh.surfaces) surfaces.add(surface);
	const lines: string[] = [];
	for (const surface of [...surfaces].sort((a, b) => a - b)) {
		const colour = table.surfaces[surface]?.colour ?? surfaceColour(surface);
		const srgb = colour.map((linear) => (linearToSrgbByte(linear) / 255).toFixed(4));
		lines.push(
			`newmtl ${surfaceMaterialName(table, surface)}`,
			`Kd ${srgb.join(' ')}`,
			'Ka 0 0 0',
			'Ks 0 0 0',
			'd 1',
			'illum 1',
			'',
		);
	}
	return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
