import type { Candidate, Confidence, Identification } from './identity.ts';
import type { TableTraits } from './table-traits.ts';
import { TOOL_NAMES, type ToolId } from './tools.ts';

/**
 * Names the tool of a placeable's or door's walkmesh. There is no tree in it, so little tells: the game's own have zero normals (all of
 * them, by a public census); some tools give offsets to tables that such a file cannot have; the rest writes alike.
 */
export function identifyObject(tables: TableTraits): Identification {
	const { normals, strayOffsets, strayNodes, hooksZero, faces } = tables;
	const answer = (confidence: Confidence, tools: readonly ToolId[], ...evidence: string[]): Identification => {
		const candidates: Candidate[] = tools.map((tool) => ({ tool, name: TOOL_NAMES[tool], fit: 1 / tools.length }));
		const traits = { tables };
		if (confidence === 'none') return { confidence, candidates, evidence, traits };
		return { tool: tools[0], name: TOOL_NAMES[tools[0]], confidence, candidates, evidence, traits };
	};
	if (strayNodes > 0) {
		return answer(
			'high',
			['pykotor'],
			`a placeable or door with a tree of ${strayNodes} nodes: only PyKotor writes one`,
		);
	}
	const unscaled = `${normals.unscaled} of ${normals.of} normals are not one long`;
	if (normals.of > 0 && normals.unscaled * 2 > normals.of) return answer('medium', ['kotorjs'], unscaled);
	if (strayOffsets > 0) {
		const stray = `${strayOffsets} tables that a placeable or door cannot have are given an offset`;
		if (hooksZero) return answer('low', ['pykotor-newer', 'kotorjs'], stray, 'all hooks are zero');
		return answer('medium', ['pykotor'], stray, 'hooks are kept');
	}
	if (faces === 0) return answer('none', [], 'there are hooks and nothing else');
	if (normals.of > 0 && normals.zero === normals.of) {
		return answer('high', ['game'], 'all normals are zero, as in every placeable and door of the game');
	}
	const rounded = `${normals.exact} of ${normals.of} normals are rounded once, from float64`;
	const not = 'normals are not zero, so the game did not write it';
	const others: ToolId[] = ['mdledit', 'mdlops', 'kotorblender'];
	return answer('none', normals.exact === normals.of ? ['wokflow', ...others] : others, not, rounded);
}
