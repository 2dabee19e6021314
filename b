http://a.example/x http://[bad/ http://a.example/a%zz
