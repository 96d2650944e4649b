// Written by Scripts/generate-locale-tables from CLDR 48 (Unicode License v3); do not edit.

/// Plural categories by language.
enum PluralData {
  static let cldrVersion = "48"

  /// Language, required categories, optional ones, and those that one whole number alone reaches.
  static let cardinals: StaticString = """
    af one,other  one=1
    ak one,other
    am one,other
    an one,other  one=1
    ar zero,one,two,few,many,other  zero=0,one=1,two=2
    ars zero,one,two,few,many,other  zero=0,one=1,two=2
    as one,other
    asa one,other  one=1
    ast one,other  one=1
    az one,other  one=1
    bal one,other  one=1
    be one,few,many other
    bem one,other  one=1
    bez one,other  one=1
    bg one,other  one=1
    bho one,other
    blo zero,one,other  zero=0,one=1
    bm other
    bn one,other
    bo other
    br one,two,few,other many
    brx one,other  one=1
    bs one,few,other
    ca one,other many one=1
    ce one,other  one=1
    ceb one,other
    cgg one,other  one=1
    chr one,other  one=1
    ckb one,other  one=1
    cs one,few,other many one=1
    csw one,other
    cv zero,one,other  zero=0,one=1
    cy zero,one,two,few,many,other  zero=0,one=1,two=2,few=3,many=6
    da one,other  one=1
    de one,other  one=1
    doi one,other
    dsb one,two,few,other
    dv one,other  one=1
    dz other
    ee one,other  one=1
    el one,other  one=1
    en one,other  one=1
    eo one,other  one=1
    es one,other many one=1
    et one,other  one=1
    eu one,other  one=1
    fa one,other
    ff one,other
    fi one,other  one=1
    fil one,other
    fo one,other  one=1
    fr one,other many
    fur one,other  one=1
    fy one,other  one=1
    ga one,two,few,many,other  one=1,two=2
    gd one,two,few,other
    gl one,other  one=1
    gsw one,other  one=1
    gu one,other
    guw one,other
    gv one,two,few,other many
    ha one,other  one=1
    haw one,other  one=1
    he one,two,other  one=1,two=2
    hi one,other
    hnj other
    hr one,few,other
    hsb one,two,few,other
    hu one,other  one=1
    hy one,other
    ia one,other  one=1
    id other
    ie one,other  one=1
    ig other
    ii other
    io one,other  one=1
    is one,other
    it one,other many one=1
    iu one,two,other  one=1,two=2
    ja other
    jbo other
    jgo one,other  one=1
    jmc one,other  one=1
    jv other
    jw other
    ka one,other  one=1
    kab one,other
    kaj one,other  one=1
    kcg one,other  one=1
    kde other
    kea other
    kk one,other  one=1
    kkj one,other  one=1
    kl one,other  one=1
    km other
    kn one,other
    ko other
    kok one,other
    kok-Latn one,other
    ks one,other  one=1
    ksb one,other  one=1
    ksh zero,one,other  zero=0,one=1
    ku one,other  one=1
    kw zero,one,two,few,many,other  zero=0,one=1
    ky one,other  one=1
    lag zero,one,other  zero=0,one=1
    lb one,other  one=1
    lg one,other  one=1
    lij one,other  one=1
    lkt other
    lld one,other many one=1
    ln one,other
    lo other
    lt one,few,other many
    lv zero,one,other
    mas one,other  one=1
    mg one,other
    mgo one,other  one=1
    mk one,other
    ml one,other  one=1
    mn one,other  one=1
    mo one,few,other  one=1
    mr one,other  one=1
    ms other
    mt one,two,few,many,other  one=1,two=2
    my other
    nah one,other  one=1
    naq one,two,other  one=1,two=2
    nb one,other  one=1
    nd one,other  one=1
    ne one,other  one=1
    nl one,other  one=1
    nn one,other  one=1
    nnh one,other  one=1
    no one,other  one=1
    nqo other
    nr one,other  one=1
    nso one,other
    ny one,other  one=1
    nyn one,other  one=1
    om one,other  one=1
    or one,other  one=1
    os one,other  one=1
    osa other
    pa one,other
    pap one,other  one=1
    pcm one,other
    pl one,few,many other one=1
    prg zero,one,other
    ps one,other  one=1
    pt one,other many
    pt-PT one,other many one=1
    rm one,other  one=1
    ro one,few,other  one=1
    rof one,other  one=1
    ru one,few,many other
    rwk one,other  one=1
    sah other
    saq one,other  one=1
    sat one,two,other  one=1,two=2
    sc one,other  one=1
    scn one,other many one=1
    sd one,other  one=1
    sdh one,other  one=1
    se one,two,other  one=1,two=2
    seh one,other  one=1
    ses other
    sg other
    sgs one,two,few,other many two=2
    sh one,few,other
    shi one,few,other
    si one,other
    sk one,few,other many one=1
    sl one,two,few,other
    sma one,two,other  one=1,two=2
    smi one,two,other  one=1,two=2
    smj one,two,other  one=1,two=2
    smn one,two,other  one=1,two=2
    sms one,two,other  one=1,two=2
    sn one,other  one=1
    so one,other  one=1
    sq one,other  one=1
    sr one,few,other
    ss one,other  one=1
    ssy one,other  one=1
    st one,other  one=1
    su other
    sv one,other  one=1
    sw one,other  one=1
    syr one,other  one=1
    ta one,other  one=1
    te one,other  one=1
    teo one,other  one=1
    th other
    ti one,other
    tig one,other  one=1
    tk one,other  one=1
    tl one,other
    tn one,other  one=1
    to other
    tpi other
    tr one,other  one=1
    ts one,other  one=1
    tzm one,other
    ug one,other  one=1
    uk one,few,many other
    und other
    ur one,other  one=1
    uz one,other  one=1
    ve one,other  one=1
    vec one,other many one=1
    vi other
    vo one,other  one=1
    vun one,other  one=1
    wa one,other
    wae one,other  one=1
    wo other
    xh one,other  one=1
    xog one,other  one=1
    yi one,other  one=1
    yo other
    yue other
    zh other
    zu one,other
    """
}
