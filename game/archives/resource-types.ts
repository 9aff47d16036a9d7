/**
 * Types of the game's resources: what a number in an archive is as the extension of a file. The one list of them.
 */

/** Types by number, as the game and its tools count them. */
const EXTENSIONS: Readonly<Record<number, string>> = {
	0: 'res',
	1: 'bmp',
	2: 'mve',
	3: 'tga',
	4: 'wav',
	6: 'plt',
	7: 'ini',
	8: 'mp3',
	9: 'mpg',
	10: 'txt',
	11: 'wma',
	12: 'wmv',
	13: 'xmv',
	2000: 'plh',
	2001: 'tex',
	2002: 'mdl',
	2003: 'thg',
	2005: 'fnt',
	2007: 'lua',
	2008: 'slt',
	2009: 'nss',
	2010: 'ncs',
	2011: 'mod',
	2012: 'are',
	2013: 'set',
	2014: 'ifo',
	2015: 'bic',
	2016: 'wok',
	2017: '2da',
	2018: 'tlk',
	2022: 'txi',
	2023: 'git',
	2024: 'bti',
	2025: 'uti',
	2026: 'btc',
	2027: 'utc',
	2029: 'dlg',
	2030: 'itp',
	2031: 'btt',
	2032: 'utt',
	2033: 'dds',
	2034: 'bts',
	2035: 'uts',
	2036: 'ltr',
	2037: 'gff',
	2038: 'fac',
	2039: 'bte',
	2040: 'ute',
	2041: 'btd',
	2042: 'utd',
	2043: 'btp',
	2044: 'utp',
	2045: 'dft',
	2046: 'gic',
	2047: 'gui',
	2048: 'css',
	2049: 'ccs',
	2050: 'btm',
	2051: 'utm',
	2052: 'dwk',
	2053: 'pwk',
	2054: 'btg',
	2055: 'utg',
	2056: 'jrl',
	2057: 'sav',
	2058: 'utw',
	2059: '4pc',
	2060: 'ssf',
	2061: 'hak',
	2062: 'nwm',
	2063: 'bik',
	2064: 'ndb',
	2065: 'ptm',
	2066: 'ptt',
	3000: 'lyt',
	3001: 'vis',
	3002: 'rim',
	3003: 'pth',
	3004: 'lip',
	3005: 'bwm',
	3006: 'txb',
	3007: 'tpc',
	3008: 'mdx',
	3009: 'rsv',
	3010: 'sig',
	3011: 'xbx',
	9997: 'erf',
	9998: 'bif',
	9999: 'key',
};

const TYPES: ReadonlyMap<string, number> = new Map(
	Object.entries(EXTENSIONS).map(([type, extension]) => [extension, Number(type)]),
);

/** Types have 16 bits in most archives. */
const LARGEST_TYPE = 0xffff;

/** The extension of a type, without its dot; the number itself for a type that is not known. */
export function extensionOfType(type: number): string {
	return EXTENSIONS[type] ?? String(type);
}

/** The type of an extension, letter case aside; undefined for one that the game does not know. */
function typeOfExtension(extension: string): number | undefined {
	const known = TYPES.get(extension.toLowerCase());
	if (known !== undefined || !/^\d{1,5}$/.test(extension)) return known;
	const type = Number(extension);
	return type <= LARGEST_TYPE && EXTENSIONS[type] === undefined ? type : undefined;
}

/** A resource by name and type. */
export interface ResourceName {
	/** Up to 16 characters; compared without regard to letter case. */
	readonly name: string;
	readonly type: number;
}

/** `quay_01a.wok` */
export function resourceFileName({ name, type }: ResourceName): string {
	return `${name}.${extensionOfType(type)}`;
}

/** What a file is called as a resource: `quay_01a.wok` is the walkmesh quay_01a. Undefined for an extension that the game does not know. */
export function resourceOfFileName(fileName: string): ResourceName | undefined {
	const dot = fileName.lastIndexOf('.');
	const type = dot < 0 ? undefined : typeOfExtension(fileName.slice(dot + 1));
	return type === undefined ? undefined : { name: fileName.slice(0, dot), type };
}
