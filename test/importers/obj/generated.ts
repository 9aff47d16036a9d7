import fc from 'fast-check';

/** What a generated file means: triangles in order, with the names they stand under. */
export interface Meaning {
	readonly text: string;
	/** 9 doubles a triangle, in the axes of the file. */
	readonly corners: readonly number[];
	/** 1 a triangle. */
	readonly materials: readonly string[];
	readonly nodes: readonly string[];
}

type Statement =
	| { readonly kind: 'vertex'; readonly at: readonly [number, number, number] }
	| { readonly kind: 'face'; readonly picks: readonly [number, number, number]; readonly style: number }
	| { readonly kind: 'name'; readonly keyword: 'o' | 'g' | 'usemtl'; readonly name: string }
	| { readonly kind: 'other'; readonly text: string };

const coordinate = fc.oneof(
	fc.integer({ min: -50, max: 50 }),
	fc.double({ min: -1000, max: 1000, noNaN: true }),
	fc.integer({ min: -5000, max: 5000 }).map((value) => value / 1000),
);

const name = fc.oneof(
	fc.constantFrom('Stone', 'wok_Dirt', 'Metal.001', 'Grass #2', 'a b  c', '7', 'floor', 'Größe', 'x/y', '-1'),
	fc.string({ minLength: 1, maxLength: 6 }).map((text) => text.replaceAll(/[\s\\]/g, '_')),
);

const statement: fc.Arbitrary<Statement> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.tuple(coordinate, coordinate, coordinate).map((at): Statement => ({ kind: 'vertex', at })),
	},
	{
		weight: 5,
		arbitrary: fc
			.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat({ max: 11 }))
			.map(([a, b, c, style]): Statement => ({ kind: 'face', picks: [a, b, c], style })),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.constantFrom('o', 'g', 'usemtl'), name)
			.map(([keyword, text]): Statement => ({ kind: 'name', keyword: keyword as 'o', name: text })),
	},
	{
		weight: 1,
		arbitrary: fc
			.constantFrom(
				'',
				'# v 1 2 3',
				'#\\',
				'vn 0 1 0',
				'vt 0.5 0.5',
				's off',
				's 1',
				'   ',
				'vt 1 \\\n 0',
				'l 1 1',
				'p 1',
			)
			.map((text): Statement => ({ kind: 'other', text })),
	},
);

/** Files in every form of the language, and what they mean, worked out from what was generated and not from the text. */
export const objFile: fc.Arbitrary<Meaning> = fc
	.record({
		statements: fc.array(statement, { maxLength: 60 }),
		lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
		mark: fc.boolean(),
	})
	.map(({ statements, lineEnd, mark }) => write([TRIANGLE, ...statements, LAST_FACE], lineEnd, mark));

/** At least one vertex before all others, and one face, so that there is a scene. */
const TRIANGLE: Statement = { kind: 'vertex', at: [1, 2, 3] };
const LAST_FACE: Statement = { kind: 'face', picks: [0, 1, 2], style: 0 };

function write(statements: readonly Statement[], lineEnd: string, mark: boolean): Meaning {
	const total = statements.filter((one) => one.kind === 'vertex').length;
	const vertices = statements.flatMap((one) => (one.kind === 'vertex' ? [one.at] : []));
	const lines: string[] = [];
	const corners: number[] = [];
	const materials: string[] = [];
	const nodes: string[] = [];
	let soFar = 0;
	let [object, node, material] = ['', '', ''];
	for (const one of statements) {
		if (one.kind === 'other') lines.push(one.text);
		else if (one.kind === 'vertex') {
			soFar++;
			lines.push(`v ${one.at.map(String).join(soFar % 3 === 0 ? '\t' : ' ')}${soFar % 4 === 0 ? '  ' : ''}`);
		} else if (one.kind === 'name') {
			lines.push(`${one.keyword} ${one.name}`);
			if (one.keyword === 'usemtl') material = one.name;
			else node = one.name;
			if (one.keyword === 'o') object = one.name;
		} else {
			// Faces may use vertices to come; negative numbers only those before.
			const negative = one.style % 3 === 1;
			const picked = one.picks.map((pick) => pick % (negative ? soFar : total));
			lines.push(faceLine(picked, one.style, negative ? soFar : 0));
			for (const vertex of picked) corners.push(...vertices[vertex]);
			materials.push(material);
			nodes.push(node === '' ? object : node);
		}
	}
	const text = `${mark ? '\uFEFF' : ''}${lines.join('\n')}`;
	return { text: text.replaceAll('\n', lineEnd), corners, materials, nodes };
}

function faceLine(picked: readonly number[], style: number, soFar: number): string {
	const words = picked.map((vertex) => {
		const index = soFar > 0 ? vertex - soFar : vertex + 1;
		return `${index}${['', '/1', '//1', '/1/1'][style % 4]}`;
	});
	return `f ${words.join(style % 5 === 4 ? ' \\\n\t' : ' ')}${style % 7 === 6 ? ' # of three' : ''}`;
}
