"""What the oracle needs from CLDR: parent locales and likely scripts (Debian unicode-cldr-core, CLDR 42).

Only languages that CLDR has locale data for; a language that is not listed is written in Latin script.
"""

_PARENTS = {
    "en-001": """
en-150 en-AG en-AI en-AU en-BB en-BM en-BS en-BW en-BZ en-CC en-CK en-CM en-CX en-CY en-DG en-DM
en-ER en-FJ en-FK en-FM en-GB en-GD en-GG en-GH en-GI en-GM en-GY en-HK en-IE en-IL en-IM en-IN
en-IO en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS en-MG en-MO en-MS en-MT en-MU en-MV
en-MW en-MY en-NA en-NF en-NG en-NR en-NU en-NZ en-PG en-PK en-PN en-PW en-RW en-SB en-SC en-SD
en-SG en-SH en-SL en-SS en-SX en-SZ en-TC en-TK en-TO en-TT en-TV en-TZ en-UG en-VC en-VG en-VU
en-WS en-ZA en-ZM en-ZW
""",
    "en-150": """
en-AT en-BE en-CH en-DE en-DK en-FI en-NL en-SE en-SI
""",
    "en-IN": """
hi-Latn
""",
    "es-419": """
es-AR es-BO es-BR es-BZ es-CL es-CO es-CR es-CU es-DO es-EC es-GT es-HN es-MX es-NI es-PA es-PE
es-PR es-PY es-SV es-US es-UY es-VE
""",
    "no": """
nb nn
""",
    "pt-PT": """
pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-ST pt-TL
""",
    "root": """
az-Arab az-Cyrl bal-Latn blt-Latn bm-Nkoo bs-Cyrl byn-Latn cu-Glag dje-Arab dyo-Arab en-Dsrt en-Shaw
ff-Adlm ff-Arab ha-Arab iu-Latn kk-Arab ks-Deva ku-Arab ky-Arab ky-Latn ml-Arab mn-Mong mni-Mtei
ms-Arab pa-Arab sat-Deva sd-Deva sd-Khoj sd-Sind shi-Latn so-Arab sr-Latn sw-Arab tg-Arab ug-Cyrl
uz-Arab uz-Cyrl vai-Latn wo-Arab yo-Arab yue-Hans zh-Hant
""",
    "zh-Hant-HK": """
zh-Hant-MO
""",
}
PARENT = {child: parent for parent, children in _PARENTS.items() for child in children.split()}

_SCRIPTS = {
    "Arab": """
ar ckb fa ks lrc mzn ps sd ug ur
""",
    "Armn": """
hy
""",
    "Beng": """
as bn mni
""",
    "Cakm": """
ccp
""",
    "Cher": """
chr
""",
    "Cyrl": """
be bg ce kk ky mk mn os ru sah sr tg tt uk
""",
    "Deva": """
brx doi hi kok mai mr ne sa
""",
    "Ethi": """
am ti
""",
    "Geor": """
ka
""",
    "Grek": """
el
""",
    "Gujr": """
gu
""",
    "Guru": """
pa
""",
    "Hans": """
zh
""",
    "Hant": """
yue
""",
    "Hebr": """
he yi
""",
    "Jpan": """
ja
""",
    "Khmr": """
km
""",
    "Knda": """
kn
""",
    "Kore": """
ko
""",
    "Laoo": """
lo
""",
    "Mlym": """
ml
""",
    "Mymr": """
my
""",
    "Olck": """
sat
""",
    "Orya": """
or
""",
    "Sinh": """
si
""",
    "Taml": """
ta
""",
    "Telu": """
te
""",
    "Tfng": """
shi zgh
""",
    "Thai": """
th
""",
    "Tibt": """
bo dz
""",
    "Vaii": """
vai
""",
    "Yiii": """
ii
""",
}
_SCRIPT = {language: script for script, languages in _SCRIPTS.items() for language in languages.split()}

_REGIONAL = {
    "Arab": "az-IQ az-IR ha-CM ha-SD kk-AF kk-CN kk-IR kk-MN ku-LB ky-CN ms-CC pa-PK tg-PK uz-AF",
    "Cyrl": "az-RU ug-KZ ug-MN uz-CN",
    "Deva": "sd-IN",
    "Hans": "yue-CN",
    "Hant": "zh-AU zh-BN zh-GB zh-GF zh-HK zh-ID zh-MO zh-PA zh-PF zh-PH zh-SR zh-TH zh-TW zh-US zh-VN",
    "Latn": "ky-TR sr-ME sr-RO sr-RU sr-TR",
    "Mong": "mn-CN",
}
_REGION_SCRIPT = {tag: script for script, tags in _REGIONAL.items() for tag in tags.split()}


def canonical(tag):
    """The tag in BCP 47 spelling: `pt_br` is `pt-BR`."""
    parts = tag.replace("_", "-").split("-")
    result = [parts[0].lower()]
    for part in parts[1:]:
        if len(part) == 4 and part.isalpha():
            result.append(part.capitalize())
        elif len(part) == 2 and part.isalpha():
            result.append(part.upper())
        else:
            result.append(part.lower())
    return "-".join(result)


def parents(tag):
    """The locales that `tag` inherits from, nearest first: CLDR's exceptions, else truncation.

    Truncation never crosses to another script: `zh-TW` inherits from `zh-Hant`, which inherits from nothing.
    """
    chain = []
    while True:
        if tag in PARENT:
            tag = PARENT[tag]
        else:
            language, script = language_and_script(tag)
            tag = tag.rpartition("-")[0]
            if tag and language_and_script(tag)[1] != script:
                tag = f"{language}-{script}"
        if tag in ("", "root"):
            return chain
        chain.append(tag)


def language_and_script(tag):
    """The language and the script that `tag` is written in."""
    parts = tag.split("-")
    for part in parts[1:]:
        if len(part) == 4 and part.isalpha():
            return parts[0], part
    region = next((p for p in parts[1:] if len(p) == 2 and p.isalpha() or len(p) == 3 and p.isdigit()), "")
    script = _REGION_SCRIPT.get(parts[0] + "-" + region) or _SCRIPT.get(parts[0], "Latn")
    return parts[0], script
